#include "report/parts.hpp"

namespace torsor::report {

/// Values under the pointer, zoom in time, and tables that sort. The page is complete without it. It has neither "less
/// than" nor "and" signs, so that strict readers of XML take the page as well.
std::string_view script() {
  return R"js('use strict';
(() => {
  const axis = text => {
    const [low, high, from, to, kind] = text.split(' ');
    return {low: +low, high: +high, from: +from, to: +to, log: kind === 'log'};
  };
  const data = (a, at) => {
    const value = a.low + (at - a.from) / (a.to - a.from) * (a.high - a.low);
    return a.log ? Math.pow(10, value) : value;
  };
  const shown = value => String(+value.toPrecision(4)).replace('-', '\u2212');
  const draw = (svg, tag, attributes) => {
    const element = document.createElementNS(svg.namespaceURI, tag);
    Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
    svg.appendChild(element);
    return element;
  };
  const points = path => {
    const found = [];
    let at = [0, 0];
    path.getAttribute('d').split('M').slice(1).forEach(piece => {
      const numbers = piece.match(/-?\d+/g).map(Number);
      at = [0, 0];
      numbers.forEach((number, k) => {
        at[k % 2] += number;
        if (k % 2 === 1) found.push([at[0] / 10, at[1] / 10]);
      });
    });
    return found;
  };

  const prepare = svg => {
    const area = svg.querySelector('.area'), x = axis(svg.dataset.x), y = axis(svg.dataset.y);
    const lines = [...area.querySelectorAll('.line')].map(path => ({path, name: path.dataset.name || 'value', points: null}));
    if (lines.length === 0) return null;
    const whole = area.getAttribute('viewBox').split(' ').map(Number);
    const plot = {svg, area, x, y, lines, whole, view: whole.slice(0), cursor: null, choice: null, start: null};
    plot.output = svg.closest('figure').querySelector('figcaption').appendChild(document.createElement('output'));
    return plot;
  };
  const place = (plot, event) => {
    const matrix = plot.svg.getScreenCTM();
    const at = (event.clientX - matrix.e) / matrix.a;
    return Math.min(plot.whole[0] + plot.whole[2], Math.max(plot.whole[0], at));
  };
  const inside = (plot, at) => plot.view[0] + (at - plot.whole[0]) / plot.whole[2] * plot.view[2];

  const read = (plot, at) => {
    const x = inside(plot, at), [left, top, , height] = plot.whole;
    const values = plot.lines.filter(line => getComputedStyle(line.path).display !== 'none').map(line => {
      line.points = line.points || points(line.path);
      const near = line.points.reduce((best, p) => Math.abs(best[0] - x) > Math.abs(p[0] - x) ? p : best);
      return line.name.split(',')[0] + ' ' + shown(data(plot.y, near[1]));
    });
    plot.output.textContent = [shown(data(plot.x, x)), ...values].join(' \u00b7 ');
    plot.cursor = plot.cursor || draw(plot.svg, 'path', {class: 'cursor'});
    plot.cursor.setAttribute('d', `M${at} ${top}v${height}`);
  };
  const leave = plot => {
    plot.output.textContent = '';
    if (plot.cursor) plot.cursor.remove();
    plot.cursor = null;
  };

  const ticks = (low, high, about) => {
    const raw = (high - low) / about, power = Math.pow(10, Math.floor(Math.log10(raw)));
    const step = [1, 2, 5, 10].map(f => f * power).find(s => s >= raw * 0.999);
    const first = Math.ceil(low / step), count = Math.floor(high / step) - first + 1;
    return Array.from({length: Math.max(0, count)}, (_, k) => (first + k) * step);
  };
  const zoom = (plot, view) => {
    const [left, top, width, height] = plot.whole;
    plot.view = view;
    plot.area.setAttribute('viewBox', view.join(' '));
    plot.svg.querySelectorAll('.zoomed').forEach(group => group.remove());
    const original = plot.svg.querySelector('.ticks.x'), zoomed = width > view[2];
    original.style.display = zoomed ? 'none' : '';
    if (!zoomed) return;
    const group = draw(plot.svg, 'g', {class: 'ticks x zoomed'});
    plot.svg.insertBefore(group, plot.area);
    ticks(data(plot.x, view[0]), data(plot.x, view[0] + view[2]), width / 90).forEach(value => {
      const drawn = plot.x.from + (value - plot.x.low) / (plot.x.high - plot.x.low) * (plot.x.to - plot.x.from);
      const at = left + (drawn - view[0]) / view[2] * width;
      draw(group, 'path', {class: 'grid', d: `M${at} ${top}v${height}`});
      draw(group, 'text', {x: at, y: top + height + 17}).textContent = shown(value);
    });
  };

  const plots = [...document.querySelectorAll('.plot')].map(prepare).filter(plot => plot !== null);
  const linked = plot => plots.filter(other => other === plot ? true
    : plot.svg.closest('.joint') === null ? false
    : other.svg.closest('.joint') === plot.svg.closest('.joint') ? other.svg.dataset.x === plot.svg.dataset.x : false);
  const choose = (plot, at) => {
    const [, top, , height] = plot.whole;
    plot.choice = plot.choice || draw(plot.svg, 'rect', {class: 'choice', y: top, height});
    plot.choice.setAttribute('x', Math.min(plot.start, at));
    plot.choice.setAttribute('width', Math.abs(at - plot.start));
  };
  const finish = (plot, at) => {
    const from = inside(plot, Math.min(plot.start, at)), width = inside(plot, Math.max(plot.start, at)) - from;
    if (plot.choice) plot.choice.remove();
    if (Math.abs(at - plot.start) > 8) linked(plot).forEach(other => zoom(other, [from, other.whole[1], width, other.whole[3]]));
    plot.choice = plot.start = null;
  };
  plots.forEach(plot => {
    const on = (name, act) => plot.svg.addEventListener(name, act);
    on('pointermove', event => {
      const at = place(plot, event);
      linked(plot).forEach(other => read(other, at));
      if (plot.start !== null) choose(plot, at);
    });
    on('pointerleave', () => linked(plot).forEach(leave));
    if (plot.x.log) return;
    on('pointerdown', event => {
      if (event.pointerType !== 'mouse') return;
      plot.start = place(plot, event);
      plot.svg.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    on('pointerup', event => { if (plot.start !== null) finish(plot, place(plot, event)); });
    on('dblclick', () => linked(plot).forEach(other => zoom(other, other.whole.slice(0))));
  });

  const value = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.order === undefined ? cell.textContent : +cell.dataset.order;
  };
  const compare = (a, b) => typeof a === typeof b ? (a > b ? 1 : b > a ? -1 : 0) : typeof a === 'number' ? -1 : 1;
  document.querySelectorAll('table.sortable').forEach(table => {
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = document.createElement('button');
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener('click', () => {
        const down = head.getAttribute('aria-sort') === 'ascending', sign = down ? -1 : 1;
        [...table.tHead.rows[0].cells].forEach(other => other.removeAttribute('aria-sort'));
        head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        const rows = [...table.tBodies[0].rows];
        rows.sort((a, b) => sign * compare(value(a, column), value(b, column))).forEach(row => table.tBodies[0].append(row));
      });
    });
  });
})();
)js";
}

}  // namespace torsor::report
