import type { Role } from '#contract/kit/roles.ts'
import { newDraftInput } from '#contract/catalog/course-input.ts'
import { lessonInput } from '#contract/catalog/lesson-input.ts'
import type { InstructorLink } from '#contract/instructors/profile.ts'
import { mustBe } from '#server/platform/outcomes.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { demoAccounts, findBuyer, type DemoDeps } from './accounts.ts'

/** Links of instructors to pages that no one owns. */
const links: Record<string, InstructorLink[]> = {
  [demoAccounts.instructor]: [
    { label: 'Catatan teknis', url: 'https://raka.example/catatan' },
    { label: 'Kode contoh', url: 'https://kode.example/raka' },
  ],
  'sekarini@demo.id': [{ label: 'Portofolio riset', url: 'https://sekarini.example' }],
  'maruli@demo.id': [{ label: 'Tulisan tentang query', url: 'https://maruli.example/query' }],
  'maulida@demo.id': [{ label: 'Lembar kerja promosi', url: 'https://maulida.example/lembar' }],
  'fadhlan@demo.id': [{ label: 'Contoh komponen', url: 'https://fadhlan.example/komponen' }],
}

const newcomer = {
  name: 'Yosefina Bere',
  email: 'yosefina@demo.id',
  headline: 'Penenun dan desainer motif dari Atambua',
  bio: 'Yosefina menenun sejak kecil dan menggambar motif untuk tiga kelompok tenun di Belu. Ini kelas pertamanya di sini.',
}

const firstCourse = {
  title: 'Motif Tenun di Inkscape',
  tagline: 'Dari sketsa benang sampai motif yang siap diulang',
  description:
    'Gambar satu motif tenun sebagai vektor, ulangi tanpa sambungan yang terlihat, lalu siapkan untuk ditenun atau dicetak.',
  category: 'Graphic Design',
  price: 129_000,
  learn: ['Menggambar motif dari satu bagian yang diulang', 'Memilih warna yang sesuai dengan benang yang ada'],
  lessons: [
    [
      'Membaca motif dari kain',
      '<p>Ambil satu kain dan cari bagian terkecil yang diulang. Itulah yang akan kita gambar.</p>',
    ],
    ['Satu bagian sebagai vektor', '<p>Pakai grid 8 × 8. Setiap kotak adalah satu simpul benang.</p>'],
  ],
} as const

const applicant = 'retno@demo.id'

/** People who teach or want to: links on the pages of instructors, a first course that waits for its review, and an application. */
export async function seedTeaching(deps: DemoDeps): Promise<void> {
  const { app, clock, database } = deps
  const { authoring, catalog, identity, instructors, settings } = app.modules
  for (const [email, own] of Object.entries(links)) {
    const teacher = await viewerOf(deps, email, 'instructor')
    if (!teacher) continue
    const { slug, headline, bio } = await instructors.showProfile(teacher.id)
    mustBe(await instructors.saveProfile(teacher, { slug, headline, bio, links: own }), 'saved')
  }
  await database.transaction(async (tx) => {
    await settings.writeSite(tx, { instructorApplications: true, courseReview: 'first' })
    await authoring.followReviewSetting(tx, { adminId: '', before: 'off', after: 'first' })
  })

  await identity.createUser({ ...newcomer, role: 'instructor', password: null, emailVerifiedAt: clock.now() })
  const teacher = await viewerOf(deps, newcomer.email, 'instructor')
  const categories = new Map((await catalog.listCategories()).map(({ id, name }) => [name, id]))
  const { lessons, category, ...fields } = firstCourse
  if (teacher) {
    const draft = { ...fields, status: 'draft', categoryId: categories.get(category), thumbnail: await drawMotif() }
    const { courseId } = mustBe(await authoring.createCourse(teacher, newDraftInput.parse(draft)), 'created')
    for (const [title, text] of lessons)
      mustBe(await authoring.createLesson(teacher, { ...lessonInput.parse({ title, type: 'text', text }), courseId }), 'created')
    mustBe(await authoring.changeCourseStatus(teacher, { courseId, status: 'published' }), 'changed')
  }

  const person = await viewerOf(deps, applicant, 'student')
  const topic = categories.get('Digital Marketing')
  if (!person || !topic) return
  const application = {
    headline: 'Pengelola toko batik daring, sembilan tahun',
    about:
      'Aku mengurus toko batik keluarga di Pekalongan, dari foto produk sampai pengiriman. Aku ingin mengajar cara memotret kain dengan ponsel dan menulis deskripsi yang jujur.',
    categoryIds: [topic],
    sampleUrl: 'https://retno.example/foto-kain',
  }
  mustBe(await instructors.applyAsInstructor(person, application), 'applied')
}

/** Looks at the pages of all instructors but one, whose links stay text. */
export async function checkPages(deps: DemoDeps): Promise<void> {
  const admin = await viewerOf(deps, demoAccounts.admin, 'admin')
  if (!admin) return
  for (const email of Object.keys(links).slice(0, -1)) {
    const id = await deps.app.modules.identity.findIdByEmail(email)
    if (id) await deps.app.modules.instructors.checkPage(admin, { userId: id, isChecked: true })
  }
}

async function viewerOf({ app }: DemoDeps, email: string, role: Role): Promise<Viewer | null> {
  const { identity } = app.modules
  const id = await identity.findIdByEmail(email)
  return id === null ? null : { ...(await findBuyer({ identity }, id)), role }
}

/** A thumbnail: diamonds of threads. */
async function drawMotif(): Promise<Blob> {
  const { default: sharp } = await import('sharp')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="540"><defs><pattern id="motif" width="120" height="90" patternUnits="userSpaceOnUse"><path d="M60 5 110 45 60 85 10 45z" fill="#7a1f2b"/><path d="M60 25 85 45 60 65 35 45z" fill="#f0d9a8"/></pattern></defs><rect width="960" height="540" fill="#2b1a16"/><rect width="960" height="540" fill="url(#motif)"/></svg>`
  return new Blob([Uint8Array.from(await sharp(Buffer.from(svg)).png().toBuffer())], { type: 'image/png' })
}
