import { useEffect, useRef } from 'react'
import { Prose } from '#web/kit/ui/prose.tsx'
import { copyWithToast } from '#web/kit/ui/sharing/copy-text.ts'
import { ResumeNotice } from './position/resume-notice.tsx'
import type { PositionTracker } from './position/use-lesson-position.ts'
import { useArticlePosition } from './position/use-article-position.ts'

/** An article lesson. Each code block gets a copy button. */
export function Article({ html, ...reading }: { html: string; position: PositionTracker; isCompleted: boolean }) {
  const ref = useRef<HTMLDivElement>(null)
  const { isResumed, hideNotice } = useArticlePosition(ref, reading)
  useEffect(() => {
    const blocks = ref.current?.querySelectorAll('pre') ?? []
    for (const block of blocks) if (!block.parentElement?.classList.contains('code-block')) addCopyButton(block)
  }, [html])
  return (
    <div ref={ref} className="mt-6 max-w-[68ch]">
      {isResumed && <ResumeNotice onDone={hideNotice} />}
      <Prose html={html} />
    </div>
  )
}

function addCopyButton(block: HTMLPreElement) {
  const frame = document.createElement('div')
  frame.className = 'code-block relative'
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Salin'
  button.setAttribute('aria-label', 'Salin kode')
  button.className =
    'hit-44 absolute top-2 right-2 rounded-chip bg-white/10 px-2.5 py-1 text-xs font-bold text-white hover:bg-white/20'
  button.addEventListener('click', () => void copy(block.textContent ?? ''))
  block.replaceWith(frame)
  frame.append(block, button)
}

async function copy(text: string) {
  await copyWithToast(text, { copied: 'Kode disalin.', failed: 'Kode tidak bisa disalin. Pilih teksnya, lalu salin.' })
}
