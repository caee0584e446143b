import { expect, test } from 'vitest'
import { parseCaptions } from './parse-captions.ts'

async function parse(content: string | Uint8Array, fileName = 'teks.srt') {
  const parsed = parseCaptions({ bytes: typeof content === 'string' ? Buffer.from(content) : content, fileName })
  return parsed.outcome === 'parsed' ? parsed.vtt.replace('WEBVTT\n\n', '').trim() : parsed.message
}
const srt = (text: string) => parse(`1\n00:00:01,000 --> 00:00:02,000\n${text}\n`)
const shown = (text: string) => `00:00:01.000 --> 00:00:02.000\n${text}`

test.each([
  ['It&#39;s &quot;ok&quot; &amp; fine', 'It\'s "ok" &amp; fine'],
  ['jika a < 5 maka', 'jika a &lt; 5 maka'],
  ['List<String> isi', 'List&lt;String&gt; isi'],
  ['tag <div> di HTML', 'tag &lt;div&gt; di HTML'],
  ['{\\an8}Di atas', 'Di atas'],
  ['<i>miring</i> <font color="red">merah</font>', 'miring merah'],
  ['a --> b', 'a --&gt; b'],
  ['baris satu\n\nbaris dua', 'baris satu\nbaris dua'],
])('the text %j becomes %j', async (text, expected) => expect(await srt(text)).toBe(shown(expected)))

test.each(['0:00:01,000 --> 0:00:02,000', '00:00:01 --> 00:00:02', '00:01.0 --> 00:02.000', '0:01 --> 0:02'])(
  'the times %j are read',
  async (times) => expect(await parse(`1\n${times}\nHalo\n`)).toBe(shown('Halo')),
)
test('a fraction of two digits is hundredths', async () =>
  expect(await parse('1\n00:00:01.50 --> 00:00:02.05\nHalo\n')).toBe('00:00:01.500 --> 00:00:02.050\nHalo'))
test('blank lines inside SRT do not swallow the next cue, and its number is no text', async () =>
  expect(await parse('1\n00:00:01,000 --> 00:00:02,000\nSatu\n\nDua\n\n2\n00:00:03,000 --> 00:00:04,000\nTiga\n')).toBe(
    '00:00:01.000 --> 00:00:02.000\nSatu\nDua\n\n00:00:03.000 --> 00:00:04.000\nTiga',
  ))
test('SBV of YouTube is read', async () =>
  expect(await parse('0:00:01.000,0:00:02.000\nHalo\n', 'teks.sbv')).toBe(shown('Halo')))
test('Windows-1252 and UTF-16 are read', async () => {
  const text = '1\n00:00:01,000 --> 00:00:02,000\ncafé\n'
  expect(await parse(Buffer.from(text, 'latin1'))).toBe(shown('café'))
  expect(await parse(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toBe(shown('café'))
})
test('rolling captions of YouTube keep every line once', async () => {
  const vtt = `WEBVTT

00:00:01.000 --> 00:00:02.000 align:start
halo<00:00:01.300><c> semua</c>

00:00:02.000 --> 00:00:02.010 align:start
halo semua

00:00:02.010 --> 00:00:04.000 align:start
halo semua
selamat<00:00:03.000><c> datang</c>
`
  expect(await parse(vtt, 'teks.vtt')).toBe(
    '00:00:01.000 --> 00:00:02.010\nhalo semua\n\n00:00:02.010 --> 00:00:04.000\nselamat datang',
  )
})
test('a length of zero is refused with its line', async () =>
  expect(await parse('1\n00:00:01,000 --> 00:00:01,000\nHalo\n')).toBe(
    'Baris 2: waktu selesai harus sesudah waktu mulai',
  ))
