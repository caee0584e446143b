import type { DemoDeps } from './accounts.ts'

type DemoPath = {
  title: string
  tagline: string
  description: string
  discountPercent: number
  /** The beginning of a title, and why it is in this place. */
  steps: readonly (readonly [string, string])[]
}

const demoPaths: readonly DemoPath[] = [
  {
    title: 'Jadi Frontend Developer',
    tagline: 'Dari halaman pertama sampai aplikasi React yang siap dipakai orang.',
    description:
      'Untuk yang belum pernah menulis kode, atau yang belajar sepotong-sepotong dan ingin urutan yang jelas.\n\nDua kelas pertama gratis. Kerjakan proyeknya sampai selesai sebelum lanjut, karena kelas berikutnya memakainya.',
    discountPercent: 15,
    steps: [
      ['HTML & CSS: Halaman Pertamamu', 'Mulai di sini: kerangka setiap halaman web.'],
      ['JavaScript lewat Proyek Kecil', 'Halamanmu mulai bergerak dan menjawab.'],
      ['CSS Modern', 'Rapikan tampilannya, terang dan gelap, di semua layar.'],
      ['React Modern', 'Susun aplikasi dari potongan kecil yang bisa dipakai lagi.'],
      ['React dengan TypeScript', 'Buat aplikasinya tahan dikembangkan bertahun-tahun.'],
    ],
  },
  {
    title: 'Jadi UI/UX Designer',
    tagline: 'Dari layar pertama di Figma sampai desain yang diuji ke orang sungguhan.',
    description: 'Untuk yang suka merapikan tampilan dan ingin tahu kenapa sebuah layar mudah dipakai.',
    discountPercent: 10,
    steps: [
      ['Figma untuk Pemula', 'Kenal alatnya sambil membuat layar aplikasi.'],
      ['Dari Riset UX', 'Tanya penggunanya dulu, baru menggambar.'],
      ['Desain Inklusif', 'Pastikan semua orang bisa memakainya.'],
    ],
  },
]

/** Two learning paths of courses that the demo has. */
export async function seedPaths({ app }: Pick<DemoDeps, 'app'>): Promise<void> {
  const { catalog, paths } = app.modules
  const { cards } = await catalog.listCourses({ page: 1, limit: 100 })
  for (const { steps: wanted, ...path } of demoPaths) {
    const steps = wanted.flatMap(([title, sentence]) => {
      const card = cards.find((each) => each.title.startsWith(title))
      return card ? { courseId: card._id, sentence } : []
    })
    if (steps.length < 2) continue
    const made = await paths.create(null, { ...path, isOrdered: true, steps })
    if (made.outcome === 'saved') await paths.setStatus(null, { id: made.path._id, status: 'published' })
  }
}
