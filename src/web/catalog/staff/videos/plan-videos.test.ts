import { expect, test } from 'vitest'
import { captionMessages } from '#contract/catalog/captions.ts'
import { contentMessages } from '#contract/kit/media/file-rules.ts'
import { tooLargeVideo, videoMessages } from '#contract/kit/media/video.ts'
import { planMessages, planVideos } from './plan-videos.ts'

const megabyte = 1024 * 1024
const plan = (paths: readonly (string | [string, number])[], options: Partial<Parameters<typeof planVideos>[1]> = {}) =>
  planVideos(
    paths.map((entry) => {
      const [path, size] = typeof entry === 'string' ? ([entry, megabyte] as const) : entry
      return { path, size, file: path }
    }),
    { largestBytes: 500 * megabyte, looseChapter: null, ...options },
  )
/** `[chapter, [titles]]` in order. */
const outline = (paths: readonly string[], options?: Parameters<typeof plan>[1]) =>
  plan(paths, options).chapters.map(({ chapter, videos }) => [chapter, videos.map(({ title }) => title)])

test.each<[string, string[], string[]]>([
  ['numbers and dashes', ['02 - Warna.mp4', '01 - Pengenalan.mp4'], ['Pengenalan', 'Warna']],
  [
    'sections',
    ['1.10 Variabel.mp4', '1.9 Tipe.mp4', '1.1 Awal.mp4', '10.1 Akhir.mp4', '2.1 Tengah.mp4'],
    ['Awal', 'Tipe', 'Variabel', 'Tengah', 'Akhir'],
  ],
  ['dots and brackets', ['1. Satu.mp4', '(2) Dua.mp4', '3) Tiga.mp4', '4.Empat.mp4'], ['Satu', 'Dua', 'Tiga', 'Empat']],
  ['underscores', ['01_pengenalan_figma.mp4', '02_warna_dan_bentuk.mp4'], ['Pengenalan figma', 'Warna dan bentuk']],
  ['dashes', ['1-pengenalan-ke-figma.mp4', '2-warna.mp4'], ['Pengenalan ke figma', 'Warna']],
  ['plain numbers everywhere', ['10 Akhir.mp4', '2 Tengah.mp4', '1 Awal.mp4'], ['Awal', 'Tengah', 'Akhir']],
  ['a number that belongs to one name', ['3 Cara Menyeduh.mp4', 'Pembuka.mp4'], ['3 Cara Menyeduh', 'Pembuka']],
  ['a year, a percent and a kind', ['100% Katun.mp4', '2024 Rekap.mp4', '3D.mp4'], ['3D', '100% Katun', '2024 Rekap']],
  ['only numbers', ['2.mp4', '01.mp4'], ['01', '2']],
  ['the same name twice', ['01 - Intro.mp4', '02 - Intro.mp4'], ['Intro', 'Intro (2)']],
  ['letters taken apart by macOS', ['01 - Cafe\u0301.mp4'], ['Café']],
  ['dots inside', ['01 - Node.js v22.mp4'], ['Node.js v22']],
  ['capitals of the extension', ['01 - Satu.MP4', '02 - Dua.WebM', '03 - Tiga.m4v'], ['Satu', 'Dua', 'Tiga']],
  ['nothing that can be seen', ['\u200b.mp4'], ['Video 1']],
])('names with %s become titles in the order that people count', (_, paths, titles) => {
  expect(outline(paths)).toEqual([[null, titles]])
})

test('a title has room for 200 letters, also with its number', () => {
  const long = 'a'.repeat(250)
  const [first, second] = plan([`${long}1.mp4`, `${long}2.mp4`]).chapters.flatMap(({ videos }) =>
    videos.map(({ title }) => title),
  )
  expect([first?.length, second?.length, first === second]).toEqual([200, 200, false])
})

test('the sub-folders of the chosen folder are chapters; its own videos come first', () => {
  const paths = [
    'K/Bab 10/01 - a.mp4',
    'K/Bab 2/1.10 b.mp4',
    'K/Bab 2/1.9 c.mp4',
    'K/00 - Buka.mp4',
    'K/03. Warna/d.mp4',
  ]
  expect(outline(paths)).toEqual([
    [null, ['Buka']],
    ['Warna', ['D']],
    ['Bab 2', ['C', 'B']],
    ['Bab 10', ['A']],
  ])
})

test('folders inside folders are chapters with both names, however deep the course is', () => {
  const paths = ['Unduhan/Kelas/Bab 1/Teori/1 a.mp4', 'Unduhan/Kelas/Bab 1/2 b.mp4', 'Unduhan/Kelas/Bab 2/c.mp4']
  expect(outline(paths).map(([chapter]) => chapter)).toEqual(['Bab 1', 'Bab 1 – Teori', 'Bab 2'])
})

test('several folders are chapters, one without sub-folders is one, and videos without a folder go where they are wanted', () => {
  expect(outline(['Bab 2/a.mp4', 'Bab 1/b.mp4'])).toEqual([
    ['Bab 1', ['B']],
    ['Bab 2', ['A']],
  ])
  expect(outline(['Bab 2/a.mp4', 'Bab 2/b.mp4', 'Bab 2/Bahan/soal.pdf'])).toEqual([['Bab 2', ['A', 'B']]])
  expect(outline(['a.mp4', 'Bab 1/b.mp4'], { looseChapter: 'Dasar' })).toEqual([
    ['Dasar', ['A']],
    ['Bab 1', ['B']],
  ])
})

test('two folders with one title share their chapter, and titles in it stay different', () => {
  expect(outline(['K/01 Dasar/a.mp4', 'K/02 Dasar/a.mp4'])).toEqual([['Dasar', ['A', 'A (2)']]])
})

test('captions of YouTube belong to the video beside them as well', () =>
  expect(plan(['a.mp4', 'a.en.sbv'])).toMatchObject({
    chapters: [{ videos: [{ captions: [{ lang: 'en', file: 'a.en.sbv' }] }] }],
    refused: [],
  }))

test('captions belong to the video beside them, by language; others are refused', () => {
  const paths = ['K/1/a.mp4', 'K/1/A.SRT', 'K/1/a.en.vtt', 'K/1/a.pt-br.srt', 'K/2/a.srt', 'K/2/b.webm']
  const { chapters, refused } = plan([...paths, ['K/2/b.srt', 0], ['K/2/b.vtt', 2 * megabyte]])
  expect(chapters.map(({ videos }) => videos.map(({ captions }) => captions))).toEqual([
    [
      [
        { lang: 'en', file: 'K/1/a.en.vtt' },
        { lang: 'pt-BR', file: 'K/1/a.pt-br.srt' },
        { lang: 'id', file: 'K/1/A.SRT' },
      ],
    ],
    [[]],
  ])
  expect(refused).toEqual([
    { path: '2/b.srt', reason: contentMessages.empty },
    { path: '2/b.vtt', reason: captionMessages.tooLarge },
    { path: '2/a.srt', reason: planMessages.lonelyCaption },
  ])
})

test('what systems leave in folders is left out and counted; other files are refused with their reason', () => {
  const { chapters, refused, ignored } = plan([
    'K/.DS_Store',
    'K/Bab 1/._01 - a.mp4',
    'K/__MACOSX/Bab 1/01 - a.mp4',
    'K/Thumbs.db',
    'K/Bab 1/01 - a.mp4',
    'K/Bab 1/b.mov',
    'K/Bab 1/c.pdf',
    ['K/Bab 1/d.mp4', 0],
    ['K/Bab 1/e.mp4', 501 * megabyte],
  ])
  expect([chapters.flatMap(({ videos }) => videos).length, ignored]).toEqual([1, 4])
  expect(refused).toEqual([
    { path: 'Bab 1/b.mov', reason: videoMessages.quicktime },
    { path: 'Bab 1/c.pdf', reason: planMessages.other },
    { path: 'Bab 1/d.mp4', reason: contentMessages.empty },
    { path: 'Bab 1/e.mp4', reason: tooLargeVideo(500 * megabyte) },
  ])
})

test('of more than 1,000 videos, or 100 chapters, the rest is refused with a sentence', () => {
  const many = plan(Array.from({ length: 1_003 }, (_, index) => `K/Bab/${index}.mp4`))
  expect([many.chapters[0]?.videos.length, many.refused.length]).toEqual([1_000, 3])
  expect(many.refused[0]).toEqual({ path: 'Bab/1000.mp4', reason: planMessages.tooManyVideos })
  const wide = plan(Array.from({ length: 103 }, (_, index) => `K/Bab ${index}/a.mp4`))
  expect(wide.refused.at(-1)).toEqual({ path: 'Bab 102/a.mp4', reason: planMessages.tooManyChapters })
})

test('an empty folder gives an empty plan', () => {
  expect(plan([])).toEqual({ chapters: [], refused: [], ignored: 0 })
  expect(plan(['K/.DS_Store'])).toEqual({ chapters: [], refused: [], ignored: 1 })
})
