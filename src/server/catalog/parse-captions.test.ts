import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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
  ['if (b<c>d) dan List<i>', 'if (b&lt;c&gt;d) dan List&lt;i&gt;'],
  ['<b> untuk tebal, <u>garis <i>bawah</i></u>', '&lt;b&gt; untuk tebal, garis bawah'],
  ['<v Budi>Halo <ruby>kata<rt>baca</ruby></c>', 'Halo katabaca&lt;/c&gt;'],
  ['<i>miring</i> <font color="red">merah</font>', 'miring merah'],
  ['x<1>y dan a<12.5>b', 'x&lt;1&gt;y dan a&lt;12.5&gt;b'],
  ['satu<00:01.500> dua<1:00:01.500> tiga<00:00:01,500>', 'satu dua tiga'],
  ['Pakai tag <b> lalu tutup dengan </b>', 'Pakai tag &lt;b&gt; lalu tutup dengan &lt;/b&gt;'],
  ['<u> membuka, </u> menutup, dan <b>ini tebal</b>', '&lt;u&gt; membuka, &lt;/u&gt; menutup, dan ini tebal'],
  ['<i> (musik) </i>', '(musik)'],
  ['- <i> Siapa? </i>', '-  Siapa?'],
  ['♪ <i> lagu </i> ♪', '♪  lagu  ♪'],
  ['kata <i>miring</i> lagi', 'kata miring lagi'],
  ['a --> b', 'a --&gt; b'],
  ['baris satu\n\nbaris dua', 'baris satu\nbaris dua'],
])('the text %j becomes %j', async (text, expected) => expect(await srt(text)).toBe(shown(expected)))

test.each(['0:00:01,000 --> 0:00:02,000', '00:00:01 --> 00:00:02', '00:01.0 --> 00:02.000', '0:01 --> 0:02'])(
  'the times %j are read',
  async (times) => expect(await parse(`1\n${times}\nHalo\n`)).toBe(shown('Halo')),
)
test.each([
  ['00:00:01,000 --> 00:00:02,000 Halo <b>semua</b>', 'Halo semua'],
  ['00:00:01,000 --> 00:00:02,000 Halo\nsemua', 'Halo\nsemua'],
  ['00:00:01,000 --> 00:00:02,000 Budi: halo', 'Budi: halo'],
  ['00:00:01,000 --> 00:00:02,000 X1:40 X2:600 Y1:20 Y2:50\nHalo', 'Halo'],
  ['00:00:01.000 --> 00:00:02.000 align:start position:0%\nHalo', 'Halo'],
])('words behind the times are text, and settings are none: %j', async (cue, text) =>
  expect(await parse(`1\n${cue}\n`)).toBe(shown(text)),
)
test('a fraction of two digits is hundredths', async () =>
  expect(await parse('1\n00:00:01.50 --> 00:00:02.05\nHalo\n')).toBe('00:00:01.500 --> 00:00:02.050\nHalo'))
test('blank lines inside SRT do not swallow the next cue, and its number is no text', async () =>
  expect(await parse('1\n00:00:01,000 --> 00:00:02,000\nSatu\n\nDua\n\n2\n00:00:03,000 --> 00:00:04,000\nTiga\n')).toBe(
    '00:00:01.000 --> 00:00:02.000\nSatu\nDua\n\n00:00:03.000 --> 00:00:04.000\nTiga',
  ))
test.each(['teks.srt', 'teks.vtt'])(
  'cues without an empty line between them, and a<b, are read in %s',
  async (name) => {
    const header = name.endsWith('vtt') ? 'WEBVTT\n\n' : ''
    const text =
      '1\n00:00:01.000 --> 00:00:02.000\njika a<b dan <i>c</i>\n2\n00:00:03.000 --> 00:00:04.000\n1984\n3\n00:00:05.000 --> 00:00:06.000\nTiga\n'
    expect(await parse(header + text, name)).toBe(
      '00:00:01.000 --> 00:00:02.000\njika a&lt;b dan c\n\n00:00:03.000 --> 00:00:04.000\n1984\n\n00:00:05.000 --> 00:00:06.000\nTiga',
    )
  },
)

test.each([
  ['1\n00:00:01,000 --> 00:00:02,000\n100\n\n2\n00:00:03,000 --> 00:00:04,000\n2024\n', ['100', '2024']],
  ['00:00:01,000 --> 00:00:02,000\n2024\n00:00:03,000 --> 00:00:04,000\n2025', ['2024', '2025']],
  ['1\n00:00:01,000 --> 00:00:02,000\nTahun\n\n2024\n', ['Tahun\n2024']],
  ['1\n00:00:01,000 --> 00:00:02,000\nTahun\n\n2', ['Tahun']],
])('a text that is a number stays: %j', async (text, expected) => {
  const cues = (await parse(text)).split('\n\n').map((cue) => cue.slice(cue.indexOf('\n') + 1))
  expect(cues).toEqual(expected)
})

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

describe('no line of a file is lost silently', () => {
  const unreadable = 'baris waktu tidak terbaca. Tulis seperti 00:01:05.000 --> 00:01:08.000'
  const withoutTime = 'teks ini tidak punya baris waktu. Tulis di atasnya seperti 00:01:05.000 --> 00:01:08.000'
  const vtt = (body: string) => parse(`WEBVTT\n\n${body}\n`, 'teks.vtt')
  const one = '00:00:01.000 --> 00:00:02.000\nSatu'

  test.each([
    [
      'WebVTT',
      'teks.vtt',
      `WEBVTT\n\n${one}\n\n00:00:03.000 -> 00:00:04.000\nDua\n\n00:05.000 --> 00:06.000\nTiga\n`,
      6,
    ],
    ['WebVTT without empty lines', 'teks.vtt', `WEBVTT\n\n${one}\n00:03.000 – 00:04.000\nDua\n`, 5],
    ['SRT', 'teks.srt', `1\n${one}\n\n2\n00:00:03,000 -> 00:00:04,000\nDua\n`, 6],
    [
      'SRT with Windows line ends',
      'teks.srt',
      `\uFEFF1\r\n${one}\r\n\r\n2\r\n00:00:03,000 → 00:00:04,000\r\nDua\r\n`,
      6,
    ],
    ['SRT, without a second time', 'teks.srt', `1\n${one}\n\n2\n00:00:03,000\nDua\n`, 6],
    ['SBV', 'teks.sbv', '0:00:01.000,0:00:02.000\nSatu\n\n0:00:03.000;0:00:04.000\nDua\n', 4],
  ])('a broken time line of %s is reported with its line', async (_, name, content, line) => {
    expect(await parse(content, name)).toBe(`Baris ${line}: ${unreadable}`)
  })

  test('when every time line is broken, each is reported', async () => {
    const srt = '1\n00:00:01,000 -> 00:00:02,000\nSatu\n\n2\n00:00:03,000 -> 00:00:04,000\nDua\n'
    expect(await parse(srt)).toBe(`Baris 2: ${unreadable}\nBaris 6: ${unreadable}`)
    expect(await vtt(one.replace('-->', '->'))).toBe(`Baris 3: ${unreadable}`)
  })

  test.each([
    ['before the first time', () => parse(`Judul film\n\n1\n${one}\n`), 1],
    ['before the first time of WebVTT', () => vtt(`Judul film\nBagian 1\n\n${one}`), 3],
    ['after an empty line of WebVTT', () => vtt(`${one}\n\nDua\n\n00:03.000 --> 00:04.000\nTiga`), 6],
    ['with its last line in front of a time', () => vtt(`${one}\n\nDua\nintro\n00:03.000 --> 00:04.000\nTiga`), 6],
    ['of a file without any time', () => parse('Halo semua\n'), 1],
  ])('text %s is reported with its line', async (_, parsed, line) => {
    expect(await parsed()).toBe(`Baris ${line}: ${withoutTime}`)
  })

  test('notes, styles, regions, names and metadata are no text', async () => {
    const file = `WEBVTT - Kelas
Kind: captions
X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000

STYLE
::cue { color: red }

::cue(b) { color: blue }

REGION
id:bawah

NOTE
Catatan
dua baris

nama-1
00:01.000 --> 00:02.000 region:bawah align:start
Halo

NOTE Confidence: 0.9

2

00:00:03.000 --> 00:00:04.000
Buka 08:00 - 17:00
08:00 - 17:00
a --> b
`
    expect(await parse(file, 'teks.vtt')).toBe(
      `${shown('Halo')}\n\n00:00:03.000 --> 00:00:04.000\nBuka 08:00 - 17:00\n08:00 - 17:00\na --&gt; b`,
    )
  })

  test('a line of spaces above the text, as YouTube writes it, does not end the cue', async () => {
    const rolling = `00:00:01.000 --> 00:00:02.000 align:start position:0%
 
halo<00:00:01.300><c> semua</c>

00:00:02.000 --> 00:00:02.010 align:start position:0%
halo semua
 

00:00:02.010 --> 00:00:04.000 align:start position:0%
halo semua
selamat<00:00:03.000><c> datang</c>`
    expect(await vtt(rolling)).toBe(
      '00:00:01.000 --> 00:00:02.010\nhalo semua\n\n00:00:02.010 --> 00:00:04.000\nselamat datang',
    )
  })

  test('one broken time line of any file is reported with its line, and the file is read without the break', async () => {
    const arrow = fc.constantFrom(
      '->',
      '--',
      '-- >',
      '>',
      '-',
      '=>',
      '==>',
      '–>',
      '—',
      '→',
      '--&gt;',
      ' ',
      '',
      '|',
      '/',
    )
    const breaks = fc.oneof(
      arrow.map((sign) => (line: string) => line.replace(/ ?--> ?/, sign === ' ' || sign === '' ? ' ' : ` ${sign} `)),
      arrow.map((sign) => (line: string) => line.replace(' --> ', sign || ' ')),
      fc.constant((line: string) => line.replace(/:(?=\d\d[.,])/, '')),
      fc.constant((line: string) => line.replace(/\d(?=[.,]\d+ -)/, 'O')),
      fc.constant((line: string) => line.replace(/\d(?=[.,]\d+$)/, 'l')),
      fc.constant((line: string) => line.replace(/ -->.*/, ' -->')),
      fc.constant((line: string) => line.replace(/.*--> /, '--> ')),
    )
    const text = fc.array(
      fc.constantFrom('Halo', 'Baris dua', '08:00 - 17:00', 'a -> b', '- Siapa?', '10', 'Pukul 10:30'),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    const files = fc.record({
      isVtt: fc.boolean(),
      hasHours: fc.boolean(),
      hasNumbers: fc.boolean(),
      end: fc.constantFrom('\n', '\r\n'),
      texts: fc.array(text, { minLength: 2, maxLength: 6 }),
    })
    await fc.assert(
      fc.asyncProperty(files, fc.nat(), breaks, async ({ isVtt, hasHours, hasNumbers, end, texts }, at, damage) => {
        const time = (second: number) =>
          `${hasHours ? '00:' : ''}00:${String(second).padStart(2, '0')}${isVtt ? '.' : ','}500`
        const write = (broken: number | null) => {
          const [lines, name]: [string[], string] = isVtt ? [['WEBVTT', ''], 'a.vtt'] : [[], 'a.srt']
          let brokenLine = 0
          for (const [index, cue] of texts.entries()) {
            if (hasNumbers || !isVtt) lines.push(String(index + 1))
            const times = `${time(2 * index)} --> ${time(2 * index + 1)}`
            lines.push(index === broken ? damage(times) : times)
            if (index === broken) brokenLine = lines.length
            lines.push(...cue, '')
          }
          return { content: lines.join(end), name, brokenLine }
        }
        const whole = write(null)
        expect(await parse(whole.content, whole.name)).toContain(time(0).replace(',', '.'))
        const broken = write(at % texts.length)
        expect(await parse(broken.content, broken.name)).toMatch(new RegExp(`^Baris ${broken.brokenLine}: .*waktu`))
      }),
    )
  })
})
