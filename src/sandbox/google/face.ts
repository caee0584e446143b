import { crc32, deflateSync } from 'node:zlib'

const side = 192
const grounds = [
  [53, 71, 180],
  [20, 102, 58],
  [179, 38, 30],
  [122, 75, 0],
] as const
const figure = [247, 179, 43] as const

/** Draws a profile picture as PNG: head and shoulders. The seed selects the background colour. */
export function facePicture(seed: string): Uint8Array<ArrayBuffer> {
  const ground = grounds[crc32(seed) % grounds.length] ?? grounds[0]
  const rows = Buffer.alloc((1 + side * 3) * side)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) rows.set(isFigure(x - side / 2, y) ? figure : ground, y * (1 + side * 3) + 1 + x * 3)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // Eight bits a channel, three channels.
  header.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const isFigure = (fromMiddle: number, y: number): boolean =>
  Math.hypot(fromMiddle, y - 74) < 36 || Math.hypot(fromMiddle, y - 192) < 68

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
