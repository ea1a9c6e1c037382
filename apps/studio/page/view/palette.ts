// Colours of the picture, for light and for dark.
export interface Palette {
  background: number;
  link: number;
  joint: number;
  ground: number;
  grid: number;
  highlight: number;
  center: number;
  ellipsoid: number;
  impossible: number;
  force: number;
  moment: number;
  gravity: number;
  trail: number;
  tip: number;
}

const light: Palette = {
  background: 0xf4f5f7, link: 0xdfe4ea, joint: 0x3572c0, ground: 0xe6e9ee, grid: 0xd0d5dd, highlight: 0xf2a33a,
  center: 0x22303f, ellipsoid: 0x2a9d8f, impossible: 0xd62839, force: 0x7b4fb5, moment: 0xc2569b, gravity: 0x68778c,
  trail: 0xe07a3f, tip: 0xe07a3f,
};
const dark: Palette = {
  background: 0x12161c, link: 0x98a3b3, joint: 0x5c93dd, ground: 0x181d25, grid: 0x2a323d, highlight: 0xf6b24e,
  center: 0xe9edf3, ellipsoid: 0x3fc1b0, impossible: 0xff5666, force: 0xa983e0, moment: 0xe085bd, gravity: 0x93a1b5,
  trail: 0xff9b63, tip: 0xff9b63,
};

export const palette = (isDark: boolean): Palette => (isDark ? dark : light);
