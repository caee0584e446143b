import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { prepareEbook, storeEbook } from './import-ebook.ts'
import { describeProblem } from './problem.ts'
import { readEbookFolder } from './read-folder.ts'

let root: string
let made = 0
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'cendaki-ebook-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const picture = () =>
  sharp({ create: { width: 64, height: 36, channels: 3, background: '#3547b4' } })
    .png()
    .toBuffer()
const settings = 'title: Belajar Menenun\ndescription: Dari benang sampai kain.\nauthor: Rani\nprice: 45000\n'
const chapter = `# Alat
## Benang
### Memilih benang

![](lead.png)
Katun **kuat**.

#### Warna
![Benang nila](images/nila.png)

\`\`\`sh
# bukan judul
![bukan](gambar)
\`\`\`
### Menggulung
Pelan-pelan.
`

async function folder(files: Record<string, string | Buffer>): Promise<string> {
  const path = join(root, String(++made))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true })
    await writeFile(join(path, name), content)
  }
  return path
}

const complete = async () =>
  folder({
    'ebook.yaml': settings,
    '01-alat.md': chapter,
    'lead.png': await picture(),
    'images/nila.png': await picture(),
  })

async function problemsOf(files: Record<string, string | Buffer>): Promise<string[]> {
  const read = await readEbookFolder(await folder(files))
  return 'problems' in read ? read.problems.map(describeProblem) : []
}

describe('a folder of Markdown', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite()
  })
  afterAll(() => site.close())

  test('becomes an e-book: modules, topics, sections, texts, images with captions', async () => {
    const read = await readEbookFolder(await complete())
    if ('problems' in read) throw new Error(read.problems.map(describeProblem).join('\n'))
    const { uploads, library } = site.app.modules
    const prepared = await prepareEbook(read.source)
    if ('problems' in prepared) throw new Error(prepared.problems.map(describeProblem).join('\n'))
    const id = await site.database.transaction((tx) =>
      storeEbook(tx, { edit: library.edit, uploads }, { prepared, publishedAt: site.clock.now() }),
    )
    const { body } = await site.call('GET', `/ebook/${id}`, { token: (await site.createAdmin()).token })
    expect(body.data).toMatchObject({
      title: 'Belajar Menenun',
      author: 'Rani',
      price: 45_000,
      moduleCount: 1,
      topicCount: 1,
      sectionCount: 2,
    })
    const [first, second] = body.data.modules[0].topics[0].sections
    expect(first).toMatchObject({ heading: 'Memilih benang', sectionImages: [{ caption: 'Benang nila' }] })
    expect(first.content).toMatch(
      /^<p>Katun <strong>kuat<\/strong>\.<\/p>\s*<h2>Warna<\/h2>\s*<pre><code class="language-sh">(<span[^>]*>)?# bukan judul/,
    )
    expect(second.content).toBe('<p>Pelan-pelan.</p>')
    const served = await site.app.fetch(new Request(`http://cendaki.test${first.imageUrl}`))
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  test('with an invalid image reports the line that references it, and stores nothing', async () => {
    const path = await complete()
    await writeFile(join(path, 'images/nila.png'), 'bukan gambar')
    const read = await readEbookFolder(path)
    if ('problems' in read) throw new Error('the folder itself is fine')
    const prepared = await prepareEbook(read.source)
    expect('problems' in prepared && prepared.problems.map(describeProblem)).toEqual([
      '01-alat.md:9: image "images/nila.png": File harus berupa gambar (JPEG, PNG)',
    ])
  })
})

test('texts are read in other encodings, and images are found however their names are written', async () => {
  const read = await readEbookFolder(
    await folder({
      'ebook.yaml': Buffer.from('\uFEFFtitle: Belajar Kafé\ncover: kafé 1.png\n', 'utf16le'),
      '1.md': Buffer.from('# Kopi\n## Kafé\n### Isi\n![](gambar/caf%C3%A9%20satu.png)\nKafé\n', 'latin1'),
      'kafe\u0301\u202f1.png': await picture(),
      'gambar/cafe\u0301 satu.png': await picture(),
    }),
  )
  if ('problems' in read) throw new Error(read.problems.map(describeProblem).join('\n'))
  const { title, cover, modules } = read.source
  const topic = modules[0]?.topics[0]
  expect([title, topic?.title, topic?.sections[0]?.markdown]).toEqual(['Belajar Kafé', 'Kafé', 'Kafé'])
  expect([cover?.path, topic?.sections[0]?.image?.path]).toEqual([
    'kafe\u0301\u202f1.png',
    'gambar/cafe\u0301 satu.png',
  ])
})

test('a module is read whichever ending of Markdown its file has', async () => {
  const module = (title: string) => `# ${title}\n## Topik\n### Isi\nTeks\n`
  const read = await readEbookFolder(
    await folder({
      'ebook.yaml': settings,
      '1.md': module('Satu'),
      '2.MD': module('Dua'),
      '3.markdown': module('Tiga'),
      'catatan.txt': 'bukan modul',
    }),
  )
  expect('source' in read && read.source.modules.map(({ title }) => title)).toEqual(['Satu', 'Dua', 'Tiga'])
})

describe('problems are reported with file and line', () => {
  test.each<[string, string, string]>([
    ['a section before a topic', '# Modul\n\n### Bagian\nTeks', '1.md:3: "###" section before the first "##" topic'],
    ['a topic before the title', '## Topik\n### Bagian\nTeks', '1.md:1: "##" before the module\'s "#" title'],
    ['two titles', '# Satu\n## T\n### B\nTeks\n# Dua', '1.md:5: a second "#" title: each file is one module'],
    ['text outside a section', '# Satu\nHalo\n## T\n### B\nTeks', '1.md:2: text outside a "###" section'],
    ['an empty section', '# Satu\n## T\n### A\n\n### B\nTeks', '1.md:3: section "A" is empty'],
    ['a topic without a section', '# Satu\n## T', '1.md:1: topic "T" has no "###" section'],
    ['a heading without text', '# Satu\n## T\n### \n### B\nTeks', '1.md:3: a heading without text'],
    [
      'an unclosed code block',
      '# Satu\n## T\n### B\n```js\nconst a = 1\n### C',
      '1.md:4: a code block is never closed',
    ],
    ['a missing image', '# Satu\n## T\n### B\nTeks\n\n![Peta](peta.png)', '1.md:6: image "peta.png" is not there'],
    [
      'an image URL',
      '# Satu\n## T\n### B\n![Peta](https://contoh.id/peta.png)',
      '1.md:4: image "https://contoh.id/peta.png" must be a file inside the folder',
    ],
    [
      'a path out of the folder',
      '# Satu\n## T\n### B\n![Peta](../../rahasia.png)',
      '1.md:4: image "../../rahasia.png" must be a file inside the folder',
    ],
    [
      'an image within a line',
      '# Satu\n## T\n### B\nLihat ![Peta](peta.png) ini',
      '1.md:4: an image stands alone on its line: ![caption](file)',
    ],
    ['nothing', '', '1.md:1: no "#" title: each file is one module'],
  ])('%s', async (_, markdown, expected) => {
    expect(await problemsOf({ 'ebook.yaml': settings, '1.md': markdown })).toContain(expected)
  })

  test.each<[string, string, string]>([
    ['no title', 'price: 0\n', 'ebook.yaml:1: title: '],
    ['a negative price', 'title: Buku\nprice: -5\n', 'ebook.yaml:2: price: Harga tidak boleh negatif'],
    ['an unknown setting', 'title: Buku\n\npenulis: Rani\n', 'ebook.yaml:3: "penulis" is none of '],
    ['broken YAML', 'title: "Buku\nprice: 0\n', 'ebook.yaml:'],
    ['a list', '- satu\n', 'ebook.yaml:1: write it as lines of "name: value"'],
    ['a cover that is not there', 'title: Buku\ncover: sampul.png\n', 'ebook.yaml:2: image "sampul.png" is not there'],
  ])('in the settings: %s', async (_, yaml, expected) => {
    const problems = await problemsOf({ 'ebook.yaml': yaml, '1.md': '# A\n## B\n### C\nTeks' })
    expect(
      problems.some((problem) => problem.startsWith(expected)),
      problems.join('\n'),
    ).toBe(true)
  })

  test('no folder, no settings, no module, a damaged letter, a link out of the folder; all problems at once', async () => {
    expect(await readEbookFolder(join(root, 'tidak-ada'))).toMatchObject({
      problems: [{ message: 'there is no such folder' }],
    })
    expect(await problemsOf({ 'catatan.txt': 'x' })).toEqual([
      'ebook.yaml:1: cannot be read',
      expect.stringContaining('no Markdown file'),
    ])
    expect(
      await problemsOf({
        'ebook.yaml': settings,
        '1.md': '# A\n## B\n### C\nk\uFFFD',
        '2.md': '## X',
      }),
    ).toEqual([
      '1.md:4: a letter is damaged: save the file again as UTF-8',
      '2.md:1: "##" before the module\'s "#" title',
      '2.md:1: no "#" title: each file is one module',
    ])
    const linked = await folder({ 'ebook.yaml': settings, '1.md': '# A\n## B\n### C\n![x](out.png)' })
    await symlink('/etc/passwd', join(linked, 'out.png'))
    expect(await readEbookFolder(linked)).toMatchObject({
      problems: [{ line: 4, message: 'image "out.png" must be a file inside the folder' }],
    })
  })
})
