// The sound of a stone on wood, made here and not loaded; it can be turned off, and stays off.

import * as memory from "../core/memory.js";

const KEY = "sounds";
let context = null;
let wood = null;

export const soundsOn = () => memory.read(KEY) !== "off";

export function setSounds(on) {
  memory.write(KEY, on ? "on" : "off");
}

/** A short noise that dies away: what wood does when it is knocked on. */
function knockOf(sound) {
  const length = Math.round(sound.sampleRate * 0.09);
  const buffer = sound.createBuffer(1, length, sound.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < length; at += 1) samples[at] = (Math.random() * 2 - 1) * Math.exp((-at * 9) / length);
  return buffer;
}

function knock(after, pitch, loudness) {
  const source = context.createBufferSource();
  source.buffer = wood;
  const body = context.createBiquadFilter();
  Object.assign(body, { type: "bandpass" });
  body.frequency.value = pitch;
  body.Q.value = 5;
  const volume = context.createGain();
  volume.gain.value = loudness;
  source.connect(body).connect(volume).connect(context.destination);
  source.start(context.currentTime + after);
}

/** How each thing sounds: when, how high and how loud it is knocked. */
const SOUNDS = {
  move: [[0, 900, 1.1]],
  take: [
    [0, 900, 1.1],
    [0.07, 1500, 0.8],
  ],
  end: [
    [0, 700, 1],
    [0.12, 525, 1],
    [0.24, 700, 1],
  ],
};

/** @param {"move"|"take"|"end"} what */
export function sound(what) {
  if (!soundsOn() || !navigator.userActivation?.hasBeenActive || !window.AudioContext) return;
  try {
    context ??= new AudioContext();
    wood ??= knockOf(context);
    for (const [after, pitch, loudness] of SOUNDS[what]) knock(after, pitch, loudness);
    document.documentElement.dataset.sounded = what;
  } catch {
    // A browser that cannot make sounds stays silent.
  }
}
