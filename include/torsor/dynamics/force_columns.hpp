#pragma once

#include <vector>

#include "torsor/scalar/pack.hpp"
#include "torsor/spatial/motion_force.hpp"

namespace torsor {

/// Forces that pass from body to body towards the base, each entry beside the same of the next force: on double,
/// several pass a joint at once.
template <Scalar S>
class ForceColumns {
 public:
  explicit ForceColumns(int count)
      : count_(count), stride_(count + 3), entries_(6 * static_cast<std::size_t>(stride_), S(0.0)) {}

  Force<S> operator[](int k) const {
    return at<S>(k, [](const S* entry) { return *entry; });
  }
  void set(int k, const Force<S>& F) {
    put(k, F, [](const S& value, S* entry) { *entry = value; });
  }
  /// Forces first .. end - 1, given in a body's frame, as seen in its parent's.
  void pass_to_parent(int first, int end, const Transform<S>& X) {
    int k = first;
    if constexpr (std::same_as<S, double>)
      with_lanes([&](auto width) {
        using Wide = Pack<double, width>;
        const Matrix3<double>& R = X.R;
        const Transform<Wide> wide_X{{Wide(R.xx), Wide(R.xy), Wide(R.xz), Wide(R.yx), Wide(R.yy), Wide(R.yz),
                                      Wide(R.zx), Wide(R.zy), Wide(R.zz)},
                                     {Wide(X.p.x), Wide(X.p.y), Wide(X.p.z)}};
        const int last = end == count_ ? end : end - width + 1;  // behind the last force there is room for a pack
        for (; k < last; k += width)
          put(k, to_parent(wide_X, at<Wide>(k, Wide::load)), [](const Wide& value, S* entry) { value.store(entry); });
      });
    for (; k < end; ++k) set(k, to_parent(X, (*this)[k]));
  }

 private:
  template <class T, class Load>
  Force<T> at(int k, const Load& load) const {
    const S* x = entries_.data() + k;
    return {{load(x), load(x + stride_), load(x + 2 * stride_)},
            {load(x + 3 * stride_), load(x + 4 * stride_), load(x + 5 * stride_)}};
  }
  template <class T, class Store>
  void put(int k, const Force<T>& F, const Store& store) {
    S* x = entries_.data() + k;
    store(F.moment.x, x), store(F.moment.y, x + stride_), store(F.moment.z, x + 2 * stride_);
    store(F.force.x, x + 3 * stride_), store(F.force.y, x + 4 * stride_), store(F.force.z, x + 5 * stride_);
  }

  int count_, stride_;
  std::vector<S> entries_;
};

}  // namespace torsor
