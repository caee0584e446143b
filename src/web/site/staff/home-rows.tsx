import Plus from 'lucide-react/icons/plus'
import type { ComponentProps } from 'react'
import { EditableList } from '#web/kit/staff/lists/editable-list.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { errorAt, type HomeForm } from './home-fields.tsx'

type Row = { _id: string }
type ListProps<Item extends Row> = Pick<
  ComponentProps<typeof EditableList<Item>>,
  'items' | 'noun' | 'emptyText' | 'nameOf' | 'summaryOf' | 'onChange' | 'renderEditor'
>
type Props<Item extends Row> = ListProps<Item> & {
  form: HomeForm
  /** The setting that holds the rows. */
  name: 'benefits' | 'faq'
  fields: readonly (keyof Item & string)[]
  maximum: number
  create: () => Item
}

/** Rows of the home page's settings, up to a maximum; a rejected save opens the first row with an error. */
export function HomeRows<Item extends Row>({ form, name, fields, maximum, create, ...list }: Props<Item>) {
  return (
    <EditableList
      {...list}
      hasError={(index) => fields.some((field) => errorAt(form, `${name}.${index}.${field}`))}
      attempts={form.submitCount}
      renderAdd={(add) => (
        <Button
          type="button"
          variant="outline"
          className="justify-self-start"
          disabled={list.items.length >= maximum}
          onClick={() => add(create())}
        >
          <Plus aria-hidden className="size-4.5" /> Tambah {list.noun}
        </Button>
      )}
    />
  )
}
