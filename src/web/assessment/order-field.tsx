import { Button } from '#web/kit/ui/button.tsx'
import { Prose } from '#web/kit/ui/prose.tsx'
import { SortableRows } from '#web/kit/ui/lists/sortable-rows.tsx'
import { plainText } from '#contract/kit/text/html-text.ts'
import type { AnswerProps } from './answer-props.ts'

/** Items to put in order: by dragging, with buttons, or by keyboard. */
export function OrderField({ question, value, isLocked, onChange }: AnswerProps) {
  const items = question.items ?? []
  const byId = new Map(items.map((item) => [item._id, item]))
  const given: readonly unknown[] = Array.isArray(value) ? value : []
  const chosen = given.flatMap((id) => byId.get(String(id)) ?? [])
  const ordered = chosen.length === items.length ? chosen : items
  if (isLocked)
    return (
      <ol className="grid list-decimal gap-2 pl-6">
        {ordered.map(({ _id, text }) => (
          <li key={_id}>
            <Prose html={text} />
          </li>
        ))}
      </ol>
    )
  return (
    <div className="grid gap-3">
      <SortableRows
        items={ordered}
        idOf={({ _id }) => _id}
        nameOf={({ text }) => plainText(text)}
        onOrder={(next) => onChange(next.map(({ _id }) => _id))}
        label="Susun urutannya"
      >
        {({ text }) => (
          <span className="min-w-0 flex-1 basis-32 py-1.5">
            <Prose html={text} />
          </span>
        )}
      </SortableRows>
      {chosen.length === 0 && (
        <Button
          variant="outline"
          className="justify-self-start"
          onClick={() => onChange(ordered.map(({ _id }) => _id))}
        >
          Pakai urutan ini
        </Button>
      )}
    </div>
  )
}
