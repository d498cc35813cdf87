// Which part of the board is in sight, and how near.

import { extent, tileAt } from "./geometry.js";

const MARGIN = 14;
const NEAREST = 96;

export class Camera {
  /** Pixels per tile, and where the board's upper left corner is. */
  scale = 1;
  left = 0;
  top = 0;

  /** The whole board, in the middle. */
  fit(shape, width, height) {
    const [across, down] = extent(shape);
    this.scale = Math.min((width - 2 * MARGIN) / across, (height - 2 * MARGIN) / down, NEAREST);
    this.left = (width - across * this.scale) / 2;
    this.top = (height - down * this.scale) / 2;
  }

  /** Nearer or farther; what is at (x, y) stays there. */
  zoom(factor, x, y) {
    const scale = Math.max(1, Math.min(NEAREST, this.scale * factor));
    this.left = x - ((x - this.left) * scale) / this.scale;
    this.top = y - ((y - this.top) * scale) / this.scale;
    this.scale = scale;
  }

  pan(right, down) {
    this.left += right;
    this.top += down;
  }

  /** Moves a place of the board to the middle if it is at the rim or beyond. */
  keepInSight([across, down], width, height) {
    const x = this.left + across * this.scale;
    const y = this.top + down * this.scale;
    if (x < this.scale || x > width - this.scale) this.left += width / 2 - x;
    if (y < this.scale || y > height - this.scale) this.top += height / 2 - y;
  }

  /** The tile seen at (x, y), or null. */
  tileAt(shape, [x, y]) {
    return tileAt(shape, (x - this.left) / this.scale, (y - this.top) / this.scale);
  }
}
