#pragma once

#include <cstddef>
#include <deque>
#include <iterator>
#include <ostream>
#include <string>
#include <string_view>

/// XML for WebAssembly, in the words of pugixml that the readers of robot files use: pugixml itself comes compiled for
/// one processor, and not as source [docs/decisions/0046]. Elements and attributes are kept, with their places in the
/// text; comments, texts and processing instructions are passed over. No entities of the file's own.
namespace pugi {

enum xml_node_type { node_null, node_document, node_element, node_declaration };
enum xml_encoding { encoding_utf8 };
inline constexpr unsigned parse_default = 0, parse_declaration = 0, format_indent = 0;

struct AttributeData {
  const char *name = "", *value = "";
  AttributeData* next = nullptr;
};
struct NodeData {
  xml_node_type type = node_null;
  const char* name = "";
  std::size_t begin = 0, end = 0;  // in the text, from < to behind >
  std::size_t name_at = 0;
  NodeData *parent = nullptr, *first_child = nullptr, *last_child = nullptr, *next = nullptr;
  AttributeData *first_attribute = nullptr, *last_attribute = nullptr;
  const std::string* source = nullptr;
};

class xml_attribute {
 public:
  using Data = const AttributeData;
  xml_attribute() = default;
  explicit xml_attribute(Data* data) : data_(data) {}
  explicit operator bool() const { return data_ != nullptr; }
  bool empty() const { return data_ == nullptr; }
  bool operator!() const { return data_ == nullptr; }
  const char* name() const { return data_ == nullptr ? "" : data_->name; }
  const char* value() const { return data_ == nullptr ? "" : data_->value; }

 private:
  Data* data_ = nullptr;
};

/// A list of siblings, of one name where that is given.
template <class Handle>
class Siblings {
 public:
  using Data = typename Handle::Data;
  class iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = Handle;
    using difference_type = std::ptrdiff_t;
    using pointer = const Handle*;
    using reference = const Handle&;
    iterator() = default;
    iterator(Data* data, const char* name) : data_(data), handle_(data), name_(name) { skip(); }
    reference operator*() const { return handle_; }
    pointer operator->() const { return &handle_; }
    iterator& operator++() {
      move_to(data_->next);
      skip();
      return *this;
    }
    bool operator==(const iterator& other) const { return data_ == other.data_; }

   private:
    void move_to(Data* data) { data_ = data, handle_ = Handle(data); }
    void skip() {
      while (data_ != nullptr && name_ != nullptr && std::string_view(data_->name) != name_) move_to(data_->next);
    }
    Data* data_ = nullptr;
    Handle handle_{};
    const char* name_ = nullptr;
  };
  explicit Siblings(Data* first, const char* name = nullptr) : first_(first), name_(name) {}
  iterator begin() const { return {first_, name_}; }
  iterator end() const { return {}; }

 private:
  Data* first_;
  const char* name_;
};

class xml_tree_walker;

class xml_node {
 public:
  using Data = NodeData;
  xml_node() = default;
  explicit xml_node(Data* data) : data_(data) {}
  explicit operator bool() const { return data_ != nullptr; }
  bool empty() const { return data_ == nullptr; }
  bool operator!() const { return data_ == nullptr; }
  bool operator==(const xml_node& other) const { return data_ == other.data_; }

  xml_node_type type() const { return data_ == nullptr ? node_null : data_->type; }
  const char* name() const { return data_ == nullptr ? "" : data_->name; }
  std::ptrdiff_t offset_debug() const { return data_ == nullptr ? -1 : static_cast<std::ptrdiff_t>(data_->name_at); }
  xml_attribute attribute(const char* name) const;
  xml_node child(const char* name) const;
  xml_node first_child() const { return xml_node(data_ == nullptr ? nullptr : data_->first_child); }
  xml_node next_sibling() const { return xml_node(data_ == nullptr ? nullptr : data_->next); }
  xml_node next_sibling(const char* name) const;
  xml_node parent() const { return xml_node(data_ == nullptr ? nullptr : data_->parent); }
  Siblings<xml_node> children(const char* name = nullptr) const {
    return Siblings<xml_node>(data_ == nullptr ? nullptr : data_->first_child, name);
  }
  Siblings<xml_attribute> attributes() const {
    return Siblings<xml_attribute>(data_ == nullptr ? nullptr : data_->first_attribute);
  }
  /// Calls the walker for everything below, parents first; false where it stopped.
  bool traverse(xml_tree_walker& walker);
  /// The element as it was written.
  void print(std::ostream& stream, const char* indent, unsigned flags, xml_encoding encoding, unsigned depth) const;

 private:
  Data* data_ = nullptr;
};

class xml_tree_walker {
 public:
  virtual ~xml_tree_walker() = default;
  virtual bool for_each(xml_node& node) = 0;
  int depth() const { return depth_; }

 private:
  friend class xml_node;
  int depth_ = -1;
};

struct xml_parse_result {
  const char* problem = nullptr;
  std::ptrdiff_t offset = 0;
  explicit operator bool() const { return problem == nullptr; }
  bool operator!() const { return problem != nullptr; }
  const char* description() const { return problem == nullptr ? "No error" : problem; }
};

class xml_document {
 public:
  xml_parse_result load_buffer(const void* bytes, std::size_t size, unsigned options, xml_encoding encoding);
  void reset();
  xml_node document_element() const;
  Siblings<xml_node> children() const { return Siblings<xml_node>(root_.first_child); }

 private:
  friend class XmlParser;
  std::string source_, text_;  // as written; with names and values ended by a null character
  std::deque<NodeData> nodes_;
  std::deque<AttributeData> attributes_;
  NodeData root_{};
};

}  // namespace pugi
