import { Button } from '#web/kit/ui/button.tsx'
import { TextField } from '#web/kit/ui/field.tsx'
import { Prose } from '#web/kit/ui/prose.tsx'
import { htmlOfText, textOfHtml } from './inline-html.ts'

type Props = {
  label: string
  html: string
  error?: string | undefined
  maxLength?: number
  onChange: (html: string) => void
}

/** A line of HTML, edited as text with code between backticks. What has more, such as a picture, is shown as it is. */
export function InlineField({ label, html, error, maxLength = 2000, onChange }: Props) {
  const text = textOfHtml(html)
  if (text !== null)
    return (
      <TextField
        label={label}
        value={text}
        maxLength={maxLength}
        autoComplete="off"
        error={error ?? null}
        onChange={(event) => onChange(htmlOfText(event.target.value))}
      />
    )
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-semibold">{label}</p>
      <Prose html={html} />
      <Button type="button" variant="outline" size="sm" className="justify-self-start" onClick={() => onChange('')}>
        Tulis ulang<span className="sr-only"> {label}</span>
      </Button>
    </div>
  )
}
