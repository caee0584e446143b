import Award from 'lucide-react/icons/award'
import Clock from 'lucide-react/icons/clock'
import Hammer from 'lucide-react/icons/hammer'
import InfinityIcon from 'lucide-react/icons/infinity'
import Users from 'lucide-react/icons/users'
import Wifi from 'lucide-react/icons/wifi'

const privileges = [
  {
    Icon: Users,
    title: 'Mentor praktisi',
    text: 'Diajar oleh orang yang mengerjakannya setiap hari, lengkap dengan alasan di balik tiap keputusan.',
  },
  {
    Icon: Clock,
    title: 'Belajar sesuai ritmemu',
    text: 'Berhenti kapan saja, lalu lanjut tepat dari materi terakhir, di ponsel atau laptop.',
  },
  {
    Icon: Award,
    title: 'Sertifikat',
    text: 'Selesaikan semua materi, unduh sertifikat, dan pasang di portofolio atau lamaran kerja.',
  },
  {
    Icon: Hammer,
    title: 'Studi kasus nyata',
    text: 'Setiap kelas membangun sesuatu yang utuh: toko kecil, aplikasi kantin, sampai identitas merek.',
  },
  {
    Icon: InfinityIcon,
    title: 'Akses selamanya',
    text: 'Sekali bayar. Materi yang diperbarui ikut terbuka tanpa biaya tambahan.',
  },
  {
    Icon: Wifi,
    title: 'Hemat kuota',
    text: 'Halaman ringan, dan video baru dimuat setelah diketuk. Nyaman di sinyal yang pas-pasan.',
  },
]

export function Privileges() {
  return (
    <section aria-labelledby="keuntungan-judul" className="bg-sunken">
      <div className="wrap section">
        <h2 id="keuntungan-judul" className="text-h2">
          Yang kamu dapat
        </h2>
        <ul className="mt-8 grid gap-x-12 gap-y-9 md:grid-cols-2 xl:mt-12 xl:grid-cols-3 xl:gap-y-12">
          {privileges.map(({ Icon, title, text }) => (
            <li key={title} className="flex gap-4 xl:block">
              <span className="grid size-12 shrink-0 place-items-center rounded-card bg-surface text-nila shadow-card">
                <Icon className="size-6" strokeWidth={1.75} />
              </span>
              <div>
                <h3 className="text-lg xl:mt-5">{title}</h3>
                <p className="mt-1 text-ink-2">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
