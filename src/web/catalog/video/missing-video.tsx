import Film from 'lucide-react/icons/film'

/** In the place of a video that its lesson still waits for. */
export const MissingVideo = () => (
  <div className="grid aspect-video content-center justify-items-center gap-3 bg-sunken p-6 text-center lg:rounded-card">
    <Film aria-hidden className="size-8 text-ink-3" />
    <p className="max-w-90 font-semibold">Video materi ini belum ada.</p>
    <p className="max-w-90 text-sm text-ink-2">
      Instrukturnya sedang menyiapkannya. Lanjut dulu ke materi berikutnya, nanti kembali lagi ke sini.
    </p>
  </div>
)
