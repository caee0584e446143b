import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { ImportedCourse } from '#contract/moving/course-format.ts'
import {
  cartridgeItem,
  cartridgeManifest,
  cartridgeResource,
  moodleBackup,
  moodlePage,
  moodleQuiz,
  moodleTrueFalse,
  qtiQuestion,
  tarGzOf,
  type Files,
} from '#testing/materials/foreign-courses.ts'
import { encodePicture } from '#server/platform/media/index.ts'
import { zipOf } from '#testing/materials/zip.ts'
import type { ProductProcess } from '#testing/processes/product-process.ts'
import { print, quantile, report } from './support/measure.ts'
import { readCpuSeconds, readMemory, readWorkerCpuSeconds, runProduct, signIn } from './support/resources.ts'

/** A multiple of the time that the workers take for the pictures alone: most of the work, so that machines can be compared. */
const goalRatio = 4
/** The slowest request meanwhile takes less. */
const healthGoalMs = 500
const pauseMs = 20
/** Long enough for the periodic work of the product. */
const idleMs = 30_000

export async function run({
  megabytes,
  pictures,
  folder,
}: {
  megabytes: number
  pictures: number
  folder: string
}): Promise<void> {
  await using product = await runProduct({ DEMO: 'on' })
  const { origin } = product
  const token = await signIn(origin, 'pengajar@demo.id')
  const material = await makeMaterial(megabytes * 1e6, pictures)
  const floorMs = await timePictures(material)
  print(`the pictures alone, two at a time: ${(floorMs / 1000).toFixed(1)} s`)
  await importLarge(product, { token, floorMs, name: 'Moodle backup, tar.gz' }, await tarGzOf(makeBackup(material)))
  await importLarge(product, { token, floorMs, name: 'Common Cartridge, zip' }, await zipOf(makeCartridge(material)))
  const { now, peak } = await readMemory(product)
  print(`memory of the product in MB: ${now} now, ${peak} at most`)
  if (folder) await importFolder(origin, token, folder)
}

async function timePictures({ pages }: Material): Promise<number> {
  const began = performance.now()
  const left = pages.values()
  const encode = async () => {
    for (const { picture } of left) await encodePicture(new Blob([picture as Buffer<ArrayBuffer>]), 'article')
  }
  await Promise.all([encode(), encode()])
  return performance.now() - began
}

async function importLarge(
  product: ProductProcess,
  { token, floorMs, name }: { token: string; floorMs: number; name: string },
  bytes: Buffer<ArrayBuffer>,
): Promise<void> {
  const { origin } = product
  const cpuSeconds = async () => [await readCpuSeconds(product), await readWorkerCpuSeconds(product)] as const
  const idle = await latenciesUntil(origin, new Promise((resolve) => setTimeout(resolve, idleMs)))
  const [began, cpuBefore] = [performance.now(), await cpuSeconds()]
  const importing = importFile(origin, token, new File([bytes], 'kelas'))
  const busy = await latenciesUntil(origin, importing)
  const ms = performance.now() - began
  const { lessons, pictures } = await importing
  const [own, workers] = await cpuSeconds()
  const cpu = `processors: ${(own - cpuBefore[0]).toFixed(1)} s of the product, ${(workers - cpuBefore[1]).toFixed(1)} s of its workers`
  report(
    ms < goalRatio * floorMs,
    `${name} of ${(bytes.length / 1e6).toFixed(1)} MB, ${lessons} lessons, ${pictures} pictures: ${(ms / 1000).toFixed(1)} s, ${(ms / floorMs).toFixed(1)} times the floor (goal: at most ${goalRatio}), ${cpu}`,
  )
  const describe = (values: readonly number[]) =>
    `${quantile(values, 0.5).toFixed(1)} ms median, ${quantile(values, 0.99).toFixed(0)} ms p99, ${Math.max(...values).toFixed(0)} ms at most`
  report(
    Math.max(...busy) < healthGoalMs,
    `/api/health meanwhile, ${busy.length} requests: ${describe(busy)} (without an import: ${describe(idle)})`,
  )
}

/** Milliseconds of requests one after another, with a pause between them, until the work ends. */
async function latenciesUntil(origin: string, work: Promise<unknown>): Promise<number[]> {
  const latencies: number[] = []
  const state = { isDone: false }
  const done = work.finally(() => (state.isDone = true))
  while (!state.isDone) {
    const began = performance.now()
    const response = await fetch(`${origin}/api/health`)
    await response.arrayBuffer()
    latencies.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  await done
  return latencies
}

async function importFile(
  origin: string,
  token: string,
  file: File,
  fields: Record<string, string> = {},
): Promise<ImportedCourse> {
  const form = new FormData()
  form.append('file', file)
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const response = await fetch(`${origin}/api/admin/courses/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const body = (await response.json()) as { data: ImportedCourse; message?: string; errors?: { file?: string } }
  if (!response.ok) throw new Error(body.errors?.file ?? body.message)
  return body.data
}

/** Each archive is checked, and nothing is stored. */
async function importFolder(origin: string, token: string, folder: string): Promise<void> {
  print('| file | found | imported | changed | refused | ms |')
  print('|---|---|---|---|---|---|')
  for (const name of (await readdir(folder)).filter((file) => /\.(?:imscc|mbz|zip)$/.test(file)).toSorted()) {
    const file = new File([await readFile(join(folder, name))], name)
    const began = performance.now()
    try {
      const { report: items = [] } = await importFile(origin, token, file, { check: 'true' })
      const ms = (performance.now() - began).toFixed(0)
      const count = (outcome: string) => items.filter((item) => item.outcome === outcome).length
      print(`| ${name} | ${items.length} | ${count('imported')} | ${count('changed')} | ${count('refused')} | ${ms} |`)
    } catch (error) {
      print(`| ${name} | ${(error as Error).message} | | | | |`)
    }
  }
}

type Material = { pages: { title: string; picture: Buffer }[]; documents: Buffer[] }

/** A page for each photograph, and documents for the other bytes: what courses of other platforms consist of. */
async function makeMaterial(bytes: number, pictures: number): Promise<Material> {
  const photograph = async (): Promise<Buffer> =>
    sharp({
      create: {
        width: 1280,
        height: 853,
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .blur(1.2)
      .jpeg({ quality: 80 })
      .toBuffer()
  const pages: Material['pages'] = []
  for (let page = 1; page <= pictures; page++) pages.push({ title: `Halaman ${page}`, picture: await photograph() })
  const left = bytes - pages.reduce((sum, { picture }) => sum + picture.length, 0)
  const count = 10
  const documents = Array.from({ length: count }, () =>
    Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      randomBytes(Math.max(1000, Math.floor(left / count))),
      Buffer.from('\n%%EOF\n'),
    ]),
  )
  return { pages, documents }
}

const paragraphs =
  '<h2>Bagian</h2><p>Kalimat yang <b>cukup panjang</b> untuk dibaca sebentar.</p><ul><li>Satu</li><li>Dua</li></ul>'.repeat(
    20,
  )

function makeBackup({ pages, documents }: Material): Files {
  const activities = pages.map(({ title, picture }, index) =>
    moodlePage(title, `<p><img src="@@PLUGINFILE@@/foto${index}.jpg"></p>${paragraphs}`, [
      { name: `foto${index}.jpg`, bytes: picture },
    ]),
  )
  const questions = Array.from({ length: 300 }, (_, index) =>
    moodleTrueFalse(index, `Soal ${index}`, `<p>Pernyataan ${index}</p>`),
  )
  const quizzes = Array.from({ length: 10 }, (_, quiz) =>
    moodleQuiz(
      `Kuis ${quiz}`,
      questions.slice(quiz * 30, quiz * 30 + 30).map(({ id }) => id),
    ),
  )
  const folders = documents.map((bytes, index) => ({
    kind: 'folder',
    title: `Berkas ${index}`,
    files: [{ name: `lembar ${index}.pdf`, bytes }],
  }))
  return moodleBackup({
    title: 'Kelas besar',
    questions,
    sections: [
      { name: 'Bacaan', activities },
      { name: 'Latihan', activities: [...quizzes, ...folders] },
    ],
  })
}

function makeCartridge({ pages, documents }: Material): Files {
  const files: Files = {}
  const resources: string[] = []
  const items: string[] = []
  const add = (path: string, type: string, title: string) => {
    resources.push(cartridgeResource(`r${items.length}`, type, path))
    items.push(cartridgeItem(`i${items.length}`, title, `r${items.length}`))
  }
  for (const [index, { title, picture }] of pages.entries()) {
    files[`web_resources/foto${index}.jpg`] = picture
    files[`wiki/${index}.html`] =
      `<html><body><p><img src="$IMS-CC-FILEBASE$/foto${index}.jpg"></p>${paragraphs}</body></html>`
    add(`wiki/${index}.html`, 'webcontent', title)
  }
  for (let quiz = 0; quiz < 10; quiz++) {
    files[`kuis${quiz}.xml`] =
      `<questestinterop><assessment title="Kuis ${quiz}">${qtiQuestion('a').repeat(30)}</assessment></questestinterop>`
    add(`kuis${quiz}.xml`, 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment', `Kuis ${quiz}`)
  }
  for (const [index, bytes] of documents.entries()) {
    files[`web_resources/lembar${index}.pdf`] = bytes
    add(`web_resources/lembar${index}.pdf`, 'webcontent', `Berkas ${index}`)
  }
  return {
    ...files,
    'imsmanifest.xml': cartridgeManifest(cartridgeItem('c', 'Bab', undefined, items.join('')), resources.join('')),
  }
}
