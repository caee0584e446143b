import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: { token: string }
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
})
afterAll(() => site.close())

const asAdmin = () => ({ token: admin.token })
const show = async (page: string) => (await site.call('GET', `/legal/${page}`)).body.data
const draft = async (page: string) => (await site.call('GET', `/admin/legal/${page}`, asAdmin())).body.data
const save = (page: string, html: string, version: number) =>
  site.call('PUT', `/admin/legal/${page}`, { ...asAdmin(), body: { html, version } })

describe('a legal page', () => {
  test.each(['terms', 'refunds', 'privacy'])(
    'of a new installation has a text with the name and contact of the site: %s',
    async (page) => {
      const { html, version, publishedAt } = await show(page)
      expect([version, publishedAt]).toEqual([1, null])
      expect(html).toContain('Cendaki')
      expect(html).not.toMatch(/\{\w+\}/)
    },
  )

  test('lists what is stored and for how long, on the privacy page only', async () => {
    const { retention } = await show('privacy')
    expect(retention).toContainEqual(
      expect.objectContaining({ data: expect.stringContaining('Salinan email'), kept: '90 hari' }),
    )
    expect(retention).toContainEqual(
      expect.objectContaining({
        data: expect.stringContaining('Sesi masuk'),
        kept: 'Sampai kamu keluar, paling lama 30 hari',
      }),
    )
    expect((await show('terms')).retention).toEqual([])
  })

  test('gets a new version by publishing; earlier versions stay readable, and cached responses are replaced', async () => {
    const before = await show('refunds')
    const { html, version } = await draft('refunds')
    const { status, body } = await save('refunds', `${html}<p>Berlaku untuk {situs}.</p>`, version)
    expect([status, body.message, body.data.version]).toEqual([200, 'Versi 2 terbit.', 2])
    expect(body.data.versions.map((entry: { version: number }) => entry.version)).toEqual([2, 1])
    const after = await show('refunds')
    expect(after).toMatchObject({ version: 2, publishedAt: site.clock.now().toISOString() })
    expect(after.html).toContain('<p>Berlaku untuk Cendaki.</p>')
    expect(await show('refunds?version=1')).toMatchObject({ version: 1, currentVersion: 2, html: before.html })
    expect((await site.call('GET', '/legal/refunds?version=9')).status).toBe(404)
    expect((await site.call('GET', '/legal/refunds?version=x')).status).toBe(422)
    expect((await site.call('GET', '/legal/impressum')).status).toBe(404)
    expect((await save('refunds', body.data.html, 2)).body).toMatchObject({
      message: 'Tidak ada yang berubah.',
      data: { version: 2 },
    })
  })

  test('is published by one of two admins who started from the same version', async () => {
    const { version } = await draft('privacy')
    const both = await Promise.all([save('privacy', '<p>Satu.</p>', version), save('privacy', '<p>Dua.</p>', version)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('stale')
  })

  test('contains no script, and settings in it are text', async () => {
    const { updatedAt: _, ...settings } = (await site.call('GET', '/admin/settings', asAdmin())).body.data
    await site.call('PUT', '/admin/settings', {
      ...asAdmin(),
      body: { ...settings, name: '<img src=x onerror=alert(1)>' },
    })
    const { version } = await draft('terms')
    await save('terms', '<p onclick="alert(1)">{situs}</p><script>alert(1)</script>', version)
    expect((await show('terms')).html).toBe('<p>&lt;img src=x onerror=alert(1)&gt;</p>')
    const preview = await site.call('POST', '/admin/legal/preview', {
      ...asAdmin(),
      body: { html: '<h1>{penjual}</h1><script>1</script>' },
    })
    expect(preview.body.data.html).toBe('<h2>Cendaki</h2>')
  })

  test('has settings in links that lead to pages and mailboxes, and in no others', async () => {
    const { updatedAt: _, ...settings } = (await site.call('GET', '/admin/settings', asAdmin())).body.data
    const hostile = { ...settings, name: 'javascript:alert(1)', contactEmail: 'halo@contoh.id' }
    expect((await site.call('PUT', '/admin/settings', { ...asAdmin(), body: hostile })).status).toBe(200)
    const links = ['{situs}', '{situs}//x', 'java{situs}', 'mailto:{email}', 'https://contoh.id/?q={email}']
    const { body } = await site.call('POST', '/admin/legal/preview', {
      ...asAdmin(),
      body: { html: links.map((link) => `<a href="${link}">x</a>`).join('') },
    })
    const targets = [...(body.data.html as string).matchAll(/ href="([^"]*)"/g)].map(([, url]) => url)
    expect(targets).toEqual(['mailto:halo@contoh.id', 'https://contoh.id/?q=halo@contoh.id'])
  })

  test('cannot be empty', async () => {
    const { version } = await draft('terms')
    expect((await save('terms', '<p> &nbsp;</p><script>x</script>', version)).body.errors).toEqual({
      html: 'Isi wajib diisi',
    })
    expect((await save('terms', '', version)).body.errors).toEqual({ html: 'Isi wajib diisi' })
  })

  test('is in the sitemap', async () => {
    const response = await site.app.fetch(new Request('http://cendaki.test/sitemap-halaman.xml'))
    const text = await response.text()
    for (const path of ['/syarat', '/pengembalian-dana', '/privasi'])
      expect(text).toContain(`<loc>http://cendaki.test${path}</loc>`)
  })
})
