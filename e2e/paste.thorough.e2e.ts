import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { apiAs } from './courses.ts'
import { beSignedIn, expect, ready, test } from './test.ts'

test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 } })

/** Put on the clipboard by a program. */
type Clipboard = { html?: string; text?: string; picture?: { base64: string; name: string } }

const clipboard = (name: string) => readFileSync(new URL(`clipboards/${name}.html`, import.meta.url), 'utf8')
const redPixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

async function openEditor(page: Page) {
  await beSignedIn(page, 'pengajar@demo.id')
  const instructor = await apiAs(page.request, 'pengajar@demo.id')
  const [course] = (await instructor('GET', '/admin/courses?sort=title')) as unknown as { _id: string }[]
  await page.goto(`/admin/course/${course?._id}/create`)
  await ready(page)
  await page.getByLabel('Tipe Konten').selectOption('Artikel')
  const editor = page.getByRole('textbox', { name: 'Isi Artikel' })
  await editor.click()
  const paste = (content: Clipboard) =>
    editor.evaluate((element, { html, text, picture }) => {
      const data = new DataTransfer()
      if (html !== undefined) data.setData('text/html', html)
      if (text !== undefined) data.setData('text/plain', text)
      if (picture) {
        const bytes = Uint8Array.from(atob(picture.base64), (character) => character.codePointAt(0) ?? 0)
        data.items.add(new File([bytes], picture.name, { type: 'image/png' }))
      }
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, content)
  /** The HTML of the editor without what it adds for itself. */
  const html = async () =>
    (await editor.innerHTML())
      .replaceAll(/<br class="ProseMirror-trailingBreak">/g, '')
      .replaceAll(/ (class|contenteditable|draggable|rel|target)="[^"]*"/g, '')
      .replaceAll('<p></p>', '')
      .replaceAll(/>\s+</g, '><')
      .trim()
  return { editor, paste, html }
}

for (const name of ['word-desktop', 'google-docs', 'libreoffice']) {
  test(`text copied from ${name} keeps its bold words, lists, numbers and levels`, async ({ page }) => {
    const { paste, html } = await openEditor(page)
    await paste({ html: clipboard(name), text: 'teks polos' })
    const expected = clipboard(`${name}.expected`).replaceAll(/>\s+</g, '><').trim()
    await expect.poll(() => html()).toBe(expected)
  })
}

test('bullets that are written as symbols become a list', async ({ page }) => {
  const { paste, html } = await openEditor(page)
  const item = (text: string) =>
    `<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="font-family:Symbol">·<span style="font:7.0pt 'Times New Roman'">&nbsp;&nbsp; </span></span>${text}</p>`
  await paste({ html: item('Satu') + item('Dua'), text: 'teks polos' })
  await expect.poll(() => html()).toBe('<ul><li><p>Satu</p></li><li><p>Dua</p></li></ul>')
})

test('a picture on the clipboard is uploaded, with or without the HTML that names it, and one inside the HTML too', async ({
  page,
}) => {
  const { editor, paste } = await openEditor(page)
  const picture = { base64: redPixel, name: 'image.png' }
  await paste({ picture })
  await expect(editor.locator('img[src^="/uploads/"]')).toHaveCount(1)
  await editor.press('ArrowRight')
  await paste({
    picture,
    html: '<html><body><!--StartFragment--><img src="https://contoh.id/gambar.png" alt="" /><!--EndFragment--></body></html>',
  })
  await expect(editor.locator('img[src^="/uploads/"]')).toHaveCount(2)
  await editor.press('ArrowRight')
  await paste({ html: `<p>Di dalam teks</p><img alt="layar" src="data:image/png;base64,${redPixel}">` })
  await expect(editor.locator('img[src^="/uploads/"]')).toHaveCount(3)
  await expect(editor).toContainText('Di dalam teks')
})

test('what another site embeds is pasted as a link to it', async ({ page }) => {
  const { paste, html } = await openEditor(page)
  const frame = '<iframe width="560" src="https://www.youtube.com/embed/dQw4w9WgXcQ" title="Lagu"></iframe>'
  await paste({ text: frame })
  await expect.poll(() => html()).toBe('<p><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">Lagu</a></p>')
  await expect(page.getByText('Isi situs lain tampil sebagai tautan.')).toBeVisible()
})

test('a picture gets a caption, and Enter goes on below it', async ({ page }) => {
  const { editor, paste, html } = await openEditor(page)
  await paste({ picture: { base64: redPixel, name: 'image.png' } })
  const picture = editor.locator('img[src^="/uploads/"]')
  await picture.click()
  await page.getByRole('button', { name: 'Keterangan gambar' }).click()
  await page.keyboard.type('Layar pertama')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Lalu')
  await expect
    .poll(() => html())
    .toMatch(/^<figure><img[^>]*><figcaption>Layar pertama<\/figcaption><\/figure><p>Lalu<\/p>$/)
})

test('text of Word with a picture of itself beside it is pasted as text', async ({ page }) => {
  const { editor, paste } = await openEditor(page)
  await paste({
    html: clipboard('word-desktop'),
    text: 'Menyiapkan alat',
    picture: { base64: redPixel, name: 'image.png' },
  })
  await expect(editor).toContainText('Unduh pemasang')
  await expect(editor.locator('img:not(.ProseMirror-separator)')).toHaveCount(0)
})

test('plain Markdown is pasted as it is, and offered as formatted text', async ({ page }) => {
  const { editor, paste, html } = await openEditor(page)
  const text =
    '## Judul\n\nTeks **tebal** dan [tautan](https://contoh.id).\n\n1. Satu\n2. Dua\n\n```js\nlet a = 1\n```\n'
  await paste({ text })
  await expect(editor).toContainText('## Judul')
  await page.getByRole('button', { name: 'Jadikan teks berformat' }).click()
  await expect(editor.getByRole('heading', { name: 'Judul' })).toBeVisible()
  await expect
    .poll(() => html())
    .toMatch(
      /^<h2>Judul<\/h2><p>Teks <strong>tebal<\/strong> dan <a href="https:\/\/contoh.id">tautan<\/a>\.<\/p><ol><li><p>Satu/,
    )
  await expect(editor.locator('pre code')).toHaveText(/let a = 1/)
  await expect(page.getByText('memakai tanda Markdown')).toBeHidden()

  await editor.press('Control+End')
  await paste({ text: 'Bukan apa-apa - hanya kalimat.' })
  await expect(editor).toContainText('hanya kalimat')
  await expect(page.getByText('memakai tanda Markdown')).toBeHidden()
})

test('the toolbar is one Tab stop with arrow keys, and Tab leaves a code block after Esc', async ({ page }) => {
  const { editor } = await openEditor(page)
  const style = page.getByRole('combobox', { name: 'Gaya paragraf' })
  await style.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Tebal' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(style).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await expect(editor).toBeFocused()

  await page.getByRole('button', { name: 'Blok kode' }).click()
  await page.keyboard.type('a')
  await page.keyboard.press('Tab')
  await expect(editor).toBeFocused()
  await expect(editor.locator('pre')).toHaveText(/^a\s+$/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(editor).not.toBeFocused()
})

test('lessons are added one after another, and a link to a playlist says what is wrong', async ({ page }) => {
  const { editor } = await openEditor(page)
  const title = page.getByLabel('Judul')
  await title.fill('Materi berurutan')
  await editor.fill('Isi materi yang pertama.')
  await page.getByRole('button', { name: 'Simpan & tambah lagi' }).click()
  await expect(page.getByText('Konten berhasil dibuat!')).toBeVisible()
  await expect(title).toHaveValue('')
  await expect(title).toBeFocused()
  await expect(page).toHaveURL(/\/create$/)
  await page.getByLabel('Tipe Konten').selectOption('Video')
  await page.getByLabel('YouTube ID').fill('https://www.youtube.com/playlist?list=PLtA6tV6h7tYqB1')
  await expect(page.getByText('Ini tautan playlist.')).toBeVisible()
})

test('lists of Word Online keep their levels, and code of ChatGPT keeps its language and nothing else', async ({
  page,
}) => {
  const { paste, html } = await openEditor(page)
  const item = (text: string, level: number) =>
    `<div class="ListContainerWrapper"><ul class="BulletListStyle1"><li data-aria-level="${level}"><p>${text}</p></li></ul></div>`
  const code =
    '<pre><div><div>python</div><button>Copy code</button><div><code class="whitespace-pre! language-python"><span>a</span> = 1\n</code></div></div></pre>'
  await paste({
    html: `${item('Satu', 1)}${item('Dua', 2)}${item('Tiga', 1)}<p>H<span style="vertical-align:sub">2</span>O</p>${code}`,
    text: 'teks polos',
  })
  await expect
    .poll(() => html())
    .toContain('<ul><li><p>Satu</p><ul><li><p>Dua</p></li></ul></li><li><p>Tiga</p></li></ul><p>H<sub>2</sub>O</p>')
  expect((await html()).replaceAll(/<\/?span>/g, '')).toMatch(/<pre><code>a = 1\s*<\/code><\/pre>/)
})

test('every element that the server allows survives an edit', async ({ page }) => {
  const { editor, paste } = await openEditor(page)
  const whole =
    '<h2>Dua</h2><h3>Tiga</h3><h4>Empat</h4><p>H<sub>2</sub>O x<sup>2</sup> <kbd>Ctrl</kbd> <mark>sorot</mark> <strong>b</strong> <em>i</em> <u>u</u> <s>s</s> <code>c</code><br>baris</p>' +
    '<figure><pre><code class="language-php">echo 1;</code></pre><figcaption>Keterangan</figcaption></figure><hr><blockquote><p>Kutipan</p></blockquote><ol start="3"><li><p>Butir</p></li></ol>' +
    '<table><thead><tr><th scope="col" colspan="1" rowspan="1"><p>Kepala</p></th></tr></thead><tbody><tr><td colspan="1" rowspan="1"><p>Isi</p></td></tr></tbody></table>'
  await paste({ html: whole, text: 'teks polos' })
  await page.getByLabel('Judul').first().fill('Semua unsur')
  await editor.press('End')
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().includes('/content/create')),
    page.getByRole('button', { name: 'Buat Konten' }).click(),
  ])
  const saved = request.postData() ?? ''
  for (const tag of [
    'h2',
    'h3',
    'h4',
    'sub',
    'sup',
    'kbd',
    'mark',
    'strong',
    'em',
    'u',
    's',
    'code',
    'figure',
    'pre',
    'figcaption',
    'blockquote',
    'ol',
    'thead',
    'tbody',
    'th',
    'td',
  ])
    expect(saved).toContain(`<${tag}`)
  expect(saved).toContain('<thead><tr><th')
  expect(saved).toContain('</thead><tbody>')
})
