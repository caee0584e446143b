/* oxlint-disable no-console, no-restricted-imports -- run by hand in Node; nothing of it is shipped */
// Draws the videos of the demo and writes their captions: `node src/server/process/demo/make-videos.mjs`. The browser of the tests encodes them.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../../../e2e/browser.ts'

const size = { width: 640, height: 360 }
const framesPerSecond = 10

/** A slide: a heading, boxes that appear one after the other, and what is said meanwhile, one caption a sentence. */
const videos = [
  {
    path: 'keamanan-web-praktis/01-kata-sandi',
    slides: [
      {
        seconds: 6,
        heading: 'Kata sandi di basis data',
        boxes: ['kopi-susu-9', 'tabel users'],
        said: ['Jangan pernah menyimpan kata sandi', 'apa adanya di basis data.'],
      },
      {
        seconds: 7,
        heading: 'Kalau tabelnya bocor…',
        boxes: ['tabel users', 'pencuri', 'semua akun'],
        said: ['Sekali tabelnya bocor,', 'semua akun ikut terbuka.'],
      },
      {
        seconds: 8,
        heading: 'Simpan hasil hash-nya',
        boxes: ['kopi-susu-9', 'argon2id', '$argon2id$v=19…'],
        said: ['Simpan hasil fungsi hash yang lambat,', 'misalnya argon2id.'],
      },
      {
        seconds: 8,
        heading: 'Garam membuatnya berbeda',
        boxes: ['kopi-susu-9', '+ garam acak', 'hash berbeda'],
        said: ['Garam acak membuat dua kata sandi yang sama', 'punya hash yang berbeda.'],
      },
      {
        seconds: 7,
        heading: 'Saat masuk',
        boxes: ['yang diketik', 'hash lagi', 'bandingkan'],
        said: ['Saat masuk, yang diketik di-hash lagi,', 'lalu dibandingkan.'],
      },
      {
        seconds: 4,
        heading: 'Lanjut ke artikel',
        boxes: ['kode lengkapnya'],
        said: ['Kode lengkapnya ada di materi berikutnya.'],
      },
    ],
  },
  {
    path: 'javascript-tingkat-lanjut/01-modul-es',
    slides: [
      {
        seconds: 6,
        heading: 'Satu berkas, satu modul',
        boxes: ['harga.js', 'kasir.js'],
        said: ['Setiap berkas JavaScript', 'bisa menjadi satu modul.'],
      },
      {
        seconds: 7,
        heading: 'export',
        boxes: ['harga.js', 'export hitungTotal'],
        said: ['Dengan export, sebuah modul memilih', 'apa yang boleh dipakai dari luar.'],
      },
      {
        seconds: 7,
        heading: 'import',
        boxes: ['hitungTotal', 'import', 'kasir.js'],
        said: ['Dengan import, modul lain', 'menyebut apa yang dipakainya.'],
      },
      {
        seconds: 8,
        heading: 'Yang lain tetap tersembunyi',
        boxes: ['pajak', 'pembulatan', 'hanya di harga.js'],
        said: ['Yang tidak di-export tetap tersembunyi,', 'jadi aman untuk diubah nanti.'],
      },
      {
        seconds: 8,
        heading: 'Dimuat sekali saja',
        boxes: ['kasir.js', 'struk.js', 'satu harga.js'],
        said: ['Modul dijalankan sekali,', 'walau dipakai di banyak tempat.'],
      },
      {
        seconds: 4,
        heading: 'Lanjut ke artikel',
        boxes: ['batas yang sehat'],
        said: ['Berikutnya: menentukan batas modul yang sehat.'],
      },
    ],
  },
]

/** Runs in the browser: draws every frame and returns the encoded ones. */
async function encode({ slides, width, height, framesPerSecond: rate }) {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  const frames = []
  const encoder = new VideoEncoder({
    output(chunk) {
      const bytes = new Uint8Array(chunk.byteLength)
      chunk.copyTo(bytes)
      frames.push({ isKey: chunk.type === 'key', bytes: [...bytes] })
    },
    error(error) {
      throw error
    },
  })
  encoder.configure({ codec: 'vp09.00.10.08', width, height, bitrate: 60_000, framerate: rate })
  const ease = (value) => 1 - (1 - Math.min(1, Math.max(0, value))) ** 3
  let frame = 0
  for (const { seconds, heading, boxes } of slides) {
    for (let at = 0; at < seconds * rate; at++, frame++) {
      context.fillStyle = '#16204a'
      context.fillRect(0, 0, width, height)
      context.textBaseline = 'middle'
      context.textAlign = 'left'
      context.font = '700 30px sans-serif'
      context.fillStyle = '#ffffff'
      context.fillText(heading, 40, 62)
      context.fillStyle = '#f2b632'
      context.fillRect(40, 90, 64 * ease(at / rate), 5)
      const gap = 28
      const boxWidth = (width - 80 - gap * (boxes.length - 1)) / boxes.length
      for (const [index, text] of boxes.entries()) {
        const shown = ease((at / rate - 0.5 - index) / 0.6)
        if (shown === 0) continue
        context.globalAlpha = shown
        const left = 40 + index * (boxWidth + gap)
        const top = 150 + 16 * (1 - shown)
        context.fillStyle = '#ffffff'
        context.beginPath()
        context.roundRect(left, top, boxWidth, 84, 12)
        context.fill()
        context.fillStyle = '#16204a'
        context.textAlign = 'center'
        let pixels = 24
        do context.font = `700 ${pixels--}px sans-serif`
        while (context.measureText(text).width > boxWidth - 20)
        context.fillText(text, left + boxWidth / 2, top + 43)
        if (index > 0) {
          context.strokeStyle = '#f2b632'
          context.lineWidth = 4
          context.beginPath()
          context.moveTo(left - gap + 5, top + 42)
          context.lineTo(left - 6, top + 42)
          context.moveTo(left - 13, top + 35)
          context.lineTo(left - 6, top + 42)
          context.lineTo(left - 13, top + 49)
          context.stroke()
        }
        context.globalAlpha = 1
      }
      const drawn = new VideoFrame(canvas, { timestamp: (frame * 1_000_000) / rate, duration: 1_000_000 / rate })
      encoder.encode(drawn, { keyFrame: frame % (rate * 4) === 0 })
      drawn.close()
    }
    await encoder.flush()
  }
  return frames
}

function captionsOf(slides) {
  const time = (seconds) => `00:00:${seconds.toFixed(3).padStart(6, '0')}`
  const cues = []
  let start = 0
  for (const { seconds, said } of slides) {
    const each = (seconds - 0.5) / said.length
    for (const [index, text] of said.entries())
      cues.push(`${time(start + each * index)} --> ${time(start + each * (index + 1))}\n${text}`)
    start += seconds
  }
  return `WEBVTT\n\n${cues.join('\n\n')}\n`
}

const browser = await chromium.launch(await findBrowser())
try {
  const page = await browser.newPage()
  // Browsers encode on secure pages only; this one is answered here.
  await page.route('https://video.invalid/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>video</title>' }),
  )
  await page.goto('https://video.invalid/')
  for (const { path, slides } of videos) {
    const frames = await page.evaluate(encode, { slides, ...size, framesPerSecond })
    const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() })
    const source = new EncodedVideoPacketSource('vp9')
    output.addVideoTrack(source, { frameRate: framesPerSecond })
    await output.start()
    for (const [index, { isKey, bytes }] of frames.entries()) {
      const packet = new EncodedPacket(
        Uint8Array.from(bytes),
        isKey ? 'key' : 'delta',
        index / framesPerSecond,
        1 / framesPerSecond,
      )
      await source.add(packet, {
        decoderConfig: { codec: 'vp09.00.10.08', codedWidth: size.width, codedHeight: size.height },
      })
    }
    await output.finalize()
    const file = join(import.meta.dirname, '../../../../demo/courses', path)
    await writeFile(`${file}.webm`, Buffer.from(output.target.buffer))
    await writeFile(`${file}.id.vtt`, captionsOf(slides))
    console.log(`${path}: ${frames.length} frames, ${Math.round(output.target.buffer.byteLength / 1000)} KB`)
  }
} finally {
  await browser.close()
}
