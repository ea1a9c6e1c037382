// The whole state in the address behind #: JSON, deflated, in letters that addresses take.

export interface SharedState {
  name: string;
  robot: string; // YAML
  q: number[];
  qd: number[];
  qdd: number[];
  drive: string;
  stiffness: number[];
  damping: number[];
  payload: number;
  swing: number;
  period: number;
  tab: string;
  camera: number[];
  shown: string[];
}

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const piped = new Blob([bytes as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, BufferSource>);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

export async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  return through(bytes, new DecompressionStream("deflate-raw"));
}

export function fromBase64(text: string): Uint8Array {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let k = 0; k < letters.length; ++k) bytes[k] = letters.charCodeAt(k);
  return bytes;
}

export async function toAddress(state: SharedState): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((x): x is number => typeof x === "number" && Number.isFinite(x)) : [];
const positive = (value: unknown): number => (typeof value === "number" && value > 0 ? value : 0);
const words = (value: unknown): string => (typeof value === "string" ? value : "");

/** Null where the address holds no state. What it holds comes from strangers: only numbers and texts are taken. */
export async function fromAddress(hash: string): Promise<SharedState | null> {
  const letters = hash.replace(/^#/, "");
  if (letters.length < 8) return null;
  try {
    const packed = fromBase64(letters.replaceAll("-", "+").replaceAll("_", "/"));
    const read = JSON.parse(new TextDecoder().decode(await inflate(packed))) as Record<string, unknown>;
    return {
      name: words(read.name), robot: words(read.robot), q: numbers(read.q), qd: numbers(read.qd), qdd: numbers(read.qdd),
      drive: words(read.drive), stiffness: numbers(read.stiffness), damping: numbers(read.damping),
      payload: positive(read.payload), swing: positive(read.swing), period: positive(read.period),
      tab: words(read.tab), camera: numbers(read.camera),
      shown: Array.isArray(read.shown) ? read.shown.map(words) : [],
    };
  } catch {
    return null;
  }
}
