import Plus from 'lucide-react/icons/plus'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { Home } from '#contract/site/home.ts'
import type { Site } from '#contract/site/site.ts'
import type { JsonLdNode } from '#web/kit/ui/structured-data.tsx'

type Questions = Home['faq']

/** The questions as structured data. */
export function describeFaq(questions: Questions): JsonLdNode[] {
  if (!import.meta.env.SSR || questions.length === 0) return []
  const mainEntity = questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }))
  return [{ '@type': 'FAQPage', mainEntity }]
}

type Props = { questions: Questions; contact: Site['contact'] | undefined }

/** Common questions. Each has its own URL: `/#faq-sertifikat` opens it. */
export function Faq({ questions, contact }: Props) {
  const { hash } = useLocation()
  useEffect(() => {
    const target = hash.startsWith('#faq-') ? document.getElementById(hash.slice(1)) : null
    if (!(target instanceof HTMLDetailsElement)) return
    target.open = true
    target.scrollIntoView()
  }, [hash])

  if (questions.length === 0) return null
  return (
    <section
      aria-labelledby="faq-judul"
      className="wrap section grid gap-x-16 gap-y-8 xl:grid-cols-[22rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id="faq-judul" className="text-h2">
          Pertanyaan umum
        </h2>
        {contact?.email && (
          <p className="mt-3 text-ink-2">
            Belum terjawab? Tulis ke{' '}
            <a href={`mailto:${contact.email}`} className="font-semibold text-nila underline underline-offset-4">
              {contact.email}
            </a>
            .
          </p>
        )}
      </div>
      <div className="border-t border-line">
        {questions.map(({ _id: id, question, answer }) => (
          <details key={id} id={`faq-${id}`} className="group border-b border-line">
            <summary className="flex min-h-16 items-center justify-between gap-4 rounded-chip py-3.5 text-lg leading-snug font-semibold hover:text-nila">
              {question}
              <Plus className="size-6 shrink-0 text-ink-3 soft group-open:rotate-45" />
            </summary>
            <p className="max-w-[60ch] pb-6 whitespace-pre-line text-ink-2">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
