import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { QuestionsPanelProps } from './questions-panel.tsx'

const QuestionsPanel = lazy(() =>
  import('./questions-panel.tsx').catch(() => ({
    default: () => <p>Tanya jawab belum bisa dimuat. Muat ulang halaman begitu ada koneksi.</p>,
  })),
)

/** Questions and answers below a lesson or a course. Their code is loaded when they come near, so that the lesson itself loads first. */
export function QuestionsSection(props: QuestionsPanelProps) {
  const section = useRef<HTMLElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!section.current) return
    const observer = new IntersectionObserver(
      (changes) => {
        if (!changes.some((change) => change.isIntersecting)) return
        setNear(true)
        observer.disconnect()
      },
      { rootMargin: '300px' },
    )
    observer.observe(section.current)
    return () => observer.disconnect()
  }, [])

  return (
    <section
      ref={section}
      id="tanya-jawab"
      aria-labelledby="tanya-jawab-judul"
      className="mt-8 min-h-40 border-t border-line pt-6 print:hidden"
    >
      <h2 id="tanya-jawab-judul" className="mb-4 text-xl font-bold">
        Tanya jawab
      </h2>
      {isNear && (
        <Suspense fallback={<p role="status">Memuat tanya jawab…</p>}>
          <QuestionsPanel {...props} />
        </Suspense>
      )}
    </section>
  )
}
