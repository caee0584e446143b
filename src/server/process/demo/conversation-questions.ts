/** A believable question of the demo: at a course whose title begins like this, with its answer. */
export type DemoQuestion = {
  course: string
  title: string
  text: string
  answer: string | null
  /** Other students who ask it, too. */ votes?: number
}

const code = (language: string, ...lines: string[]): string => `\`\`\`${language}\n${lines.join('\n')}\n\`\`\``

export const demoQuestions: readonly DemoQuestion[] = [
  {
    course: 'HTML & CSS',
    title: 'Kenapa gambarku tidak muncul di halaman?',
    text: `Sudah kutulis begini, tapi yang tampil cuma ikon gambar rusak:\n\n${code('html', '<img src="gambar/kopi.jpg">')}\n\nPadahal berkasnya ada.`,
    answer:
      'Periksa letak berkasnya: `gambar/kopi.jpg` dicari **dari folder halaman itu**. Kalau halamannya ada di `halaman/`, tulis `../gambar/kopi.jpg`. Huruf besar dan kecil juga dibedakan setelah dihosting.',
    votes: 3,
  },
  {
    course: 'HTML & CSS',
    title: 'Apa bedanya margin dan padding?',
    text: 'Dua-duanya memberi jarak. Kapan memakai yang mana?',
    answer:
      'Padding ada **di dalam** kotak, jadi ikut berwarna latar. Margin ada **di luar**, antara kotak dengan tetangganya. Tombol yang sempit butuh padding, dua kartu yang menempel butuh margin atau `gap`.',
    votes: 2,
  },
  {
    course: 'HTML & CSS',
    title: 'Boleh pakai lebih dari satu h1?',
    text: 'Di beranda ada dua bagian besar. Boleh keduanya h1?',
    answer: null,
  },
  {
    course: 'CSS Modern',
    title: 'Container query tidak bereaksi sama sekali',
    text: `Aku menulis ini dan tidak ada yang berubah:\n\n${code('css', '@container (min-width: 30rem) {', '  .kartu { display: grid; }', '}')}`,
    answer: `Pembungkusnya perlu dinyatakan sebagai container dulu:\n\n${code('css', '.daftar { container-type: inline-size; }')}\n\nIngat: container tidak bisa mengubah dirinya sendiri, hanya isinya.`,
    votes: 4,
  },
  {
    course: 'CSS Modern',
    title: 'Cara menyimpan pilihan tema gelap?',
    text: 'Temanya sudah jalan, tapi kembali terang setelah dimuat ulang.',
    answer:
      'Simpan di `localStorage`, lalu baca di skrip kecil di dalam `<head>` sebelum halaman digambar. Kalau dibaca setelahnya, halaman sempat berkedip terang.',
  },
  {
    course: 'CSS Modern',
    title: 'Animasi patah-patah di HP lama',
    text: 'Di laptop mulus, di HP ibu saya tersendat. Animasinya mengubah `left` dan `width`.',
    answer:
      'Coba ganti ke `transform` dan `opacity`. Keduanya tidak memaksa peramban menghitung ulang tata letak. Hormati juga `prefers-reduced-motion`.',
  },
  {
    course: 'JavaScript lewat',
    title: 'Tombolku jalan dua kali setiap ditekan',
    text: `Sekali tekan, angkanya naik dua.\n\n${code('js', 'function gambar() {', '  tombol.addEventListener("click", tambah)', '}')}`,
    answer:
      '`gambar()` dipanggil berulang, jadi pendengarnya ditambah terus. Pasang `addEventListener` **sekali saja** di luar fungsi itu.',
    votes: 2,
  },
  {
    course: 'JavaScript lewat',
    title: 'Kenapa "5" + 1 hasilnya 51?',
    text: 'Nilainya dari kolom isian. Kok tidak jadi 6?',
    answer:
      'Isi kolom selalu teks. Ubah dulu: `Number(kolom.value) + 1`. Periksa juga `Number.isNaN` kalau orang mengetik huruf.',
    votes: 5,
  },
  {
    course: 'JavaScript lewat',
    title: 'Kapan pakai let, kapan const?',
    text: 'Di materi hampir semuanya const. Apakah let salah?',
    answer:
      'Tidak salah. Mulai dengan `const`; kalau nilainya memang diganti, baru `let`. Pembaca kodemu langsung tahu mana yang berubah.',
  },
  {
    course: 'JavaScript Tingkat',
    title: 'Urutan setTimeout 0 dan Promise',
    text: 'Kenapa isi `then` jalan lebih dulu daripada `setTimeout(…, 0)`?',
    answer:
      '`then` masuk antrean **microtask**, yang dihabiskan sebelum tugas berikutnya diambil. `setTimeout` adalah tugas baru, jadi selalu sesudahnya.',
    votes: 3,
  },
  {
    course: 'JavaScript Tingkat',
    title: 'Cara menguji fungsi yang memakai tanggal hari ini?',
    text: 'Tesku lolos hari ini, besok gagal.',
    answer:
      'Terima jamnya dari luar sebagai parameter: `hitung(sekarang)`. Di tes, kirim tanggal tetap. Tes tidak boleh bergantung pada kalender.',
  },
  {
    course: 'JavaScript Tingkat',
    title: 'import gagal saat dibuka dari berkas',
    text: 'Di konsol tertulis CORS, padahal semua berkas ada di laptopku.',
    answer: null,
  },
  {
    course: 'React Modern',
    title: 'useEffect jalan dua kali saat pengembangan',
    text: 'Permintaan ke server terkirim dua kali. Ini salahku atau React?',
    answer:
      'Itu Strict Mode: React sengaja memasang komponen dua kali supaya efek yang lupa dibersihkan ketahuan. Kembalikan fungsi pembersih, misalnya `controller.abort()`. Di produksi hanya sekali.',
    votes: 6,
  },
  {
    course: 'React Modern',
    title: 'Kenapa daftar butuh key?',
    text: 'Aku pakai indeks sebagai key dan kelihatannya baik-baik saja.',
    answer:
      'Coba hapus baris pertama: isi kolom baris lain ikut bergeser. Pakai id yang tetap, supaya React tahu baris mana yang pindah.',
  },
  {
    course: 'React Modern',
    title: 'State di induk atau di anak?',
    text: 'Dua komponen butuh data yang sama. Taruh di mana?',
    answer: 'Di induk terdekat dari keduanya, lalu turunkan lewat props. Kalau hanya satu yang butuh, biarkan di situ.',
  },
  {
    course: 'React dengan TypeScript',
    title: 'Tipe untuk event onChange',
    text: 'Editor menandai `event` dengan any.',
    answer: `Kalau ditulis langsung di JSX, tipenya sudah terbaca. Untuk fungsi terpisah:\n\n${code('ts', 'function ubah(event: React.ChangeEvent<HTMLInputElement>) {', '  setNama(event.target.value)', '}')}`,
    votes: 2,
  },
  {
    course: 'React dengan TypeScript',
    title: 'Beda type dan interface?',
    text: 'Kapan sebaiknya memakai yang mana?',
    answer:
      "Untuk bentuk objek keduanya sama. Gabungan seperti `'buka' | 'tutup'` hanya bisa `type`. Pilih satu dan konsisten.",
  },
  {
    course: 'Laravel: API',
    title: 'N+1 muncul di daftar anggota',
    text: 'Debugbar menunjukkan 51 kueri untuk 50 anggota.',
    answer: `Muat relasinya sekaligus:\n\n${code('php', "Anggota::with('simpanan')->paginate(50);")}\n\nSekarang tinggal dua kueri.`,
    votes: 3,
  },
  {
    course: 'Laravel: API',
    title: 'Validasi NIK selalu ditolak',
    text: 'NIK yang benar pun dianggap salah. Aturannya `integer|size:16`.',
    answer: 'Untuk angka, `size` berarti nilainya. NIK sebaiknya teks: `digits:16`. Nol di depan juga jadi aman.',
  },
  {
    course: 'PHP Dasar',
    title: 'Pesan dengan tanda kutip membuat halaman rusak',
    text: 'Kalau tamu menulis `<b>` atau kutip, tampilannya berantakan.',
    answer:
      'Setiap menampilkan tulisan orang, pakai `htmlspecialchars($pesan, ENT_QUOTES)`. Simpan apa adanya, amankan saat ditampilkan.',
    votes: 4,
  },
  {
    course: 'PHP Dasar',
    title: 'Jam di buku tamu selisih tujuh jam',
    text: 'Di laptop benar, setelah online mundur tujuh jam.',
    answer:
      "Server memakai UTC. Atur `date_default_timezone_set('Asia/Jakarta')`, atau simpan UTC dan ubah saat ditampilkan.",
  },
  {
    course: 'Figma untuk',
    title: 'Auto layout bikin ikonku gepeng',
    text: 'Begitu teksnya panjang, ikon ikut mengecil.',
    answer: 'Pilih ikonnya, ubah lebarnya dari *Fill* ke *Fixed*. Teksnya saja yang *Fill*.',
    votes: 2,
  },
  {
    course: 'Figma untuk',
    title: 'Ukuran layar berapa yang dipakai untuk HP?',
    text: 'Ada banyak pilihan frame. Mulai dari mana?',
    answer:
      'Mulai dari 360 × 800. Itu ukuran yang paling banyak dipakai di Indonesia, dan kalau muat di situ, muat di yang lebih besar.',
  },
  {
    course: 'Figma untuk',
    title: 'Cara membagikan prototipe ke klien?',
    text: 'Kliennya tidak punya akun Figma.',
    answer: null,
  },
  {
    course: 'Flutter untuk',
    title: 'Hot reload tidak mengubah nilai awal',
    text: 'Nilai di `initState` tetap yang lama.',
    answer: '`initState` hanya dijalankan sekali. Pakai **hot restart** kalau nilai awalnya yang berubah.',
  },
  {
    course: 'Flutter untuk',
    title: 'RenderFlex overflowed 24 pixels',
    text: 'Garis kuning hitam muncul di kanan kalau nama tanamannya panjang.',
    answer: 'Bungkus teksnya dengan `Expanded`, dan beri `overflow: TextOverflow.ellipsis`.',
    votes: 3,
  },
  {
    course: 'React Native dengan',
    title: 'Aplikasi tidak mau terhubung ke laptop',
    text: 'Expo Go terus memuat. HP dan laptop satu Wi-Fi.',
    answer:
      'Sering karena firewall. Coba `npx expo start --tunnel`. Kalau berhasil, izinkan port 8081 di firewall laptopmu.',
    votes: 2,
  },
  {
    course: 'Keamanan Web',
    title: 'Apakah HTTPS saja sudah cukup?',
    text: 'Situs kami sudah ada gemboknya. Masih perlu yang lain?',
    answer:
      'HTTPS melindungi **perjalanan** data. Formulir yang tidak memeriksa isiannya tetap bisa disalahgunakan. Lanjut ke materi tentang XSS dan CSRF, ya.',
  },
  {
    course: 'SEO untuk',
    title: 'Berapa lama sampai muncul di Google?',
    text: 'Situs warungku sudah tiga hari, belum ada di pencarian.',
    answer:
      'Biasanya beberapa hari sampai beberapa minggu. Daftarkan di Search Console dan kirim peta situsnya, lalu minta pengindeksan halaman utamanya.',
    votes: 4,
  },
  {
    course: 'SEO untuk',
    title: 'Perlu beli domain .id?',
    text: 'Apakah .com lebih baik untuk usaha kecil di Jogja?',
    answer:
      'Keduanya baik. Kalau pelangganmu di Indonesia, `.id` mudah diingat. Yang lebih penting: nama, alamat, dan jam buka yang sama di mana-mana.',
  },
]

export const demoAnnouncements = [
  {
    course: 'React Modern',
    title: 'Sesi tanya jawab langsung Sabtu ini',
    text: 'Halo semua! **Sabtu pukul 19.30 WIB** kita bahas proyek akhir bersama. Siapkan satu pertanyaan, tulis dulu di Tanya jawab supaya bisa kubaca sebelumnya.',
    daysAgo: 2,
  },
  {
    course: 'SEO untuk',
    title: 'Materi Search Console diperbarui',
    text: 'Tampilan Search Console berubah bulan ini. Gambar dan langkah di materinya sudah kusesuaikan. Kalau ada yang masih berbeda, kabari, ya.',
    daysAgo: 5,
  },
] as const
