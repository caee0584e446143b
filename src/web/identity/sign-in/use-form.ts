import { useRef, useState, type FormEvent } from 'react'
import type * as z from 'zod/mini'
import { fieldErrors } from '#contract/client.ts'
import { usePressEnd } from '#web/kit/ui/behaviour/use-press-end.ts'
import { createFieldChecks } from './field-checks.ts'

type Control = HTMLInputElement | HTMLTextAreaElement
type Messages<Fields> = Partial<Record<keyof Fields & string, string>>

/**
 * A form of text fields, validated with the input schema of the endpoint: when a field loses focus, then on every change.
 * The fields are uncontrolled, so text typed or autofilled before hydration is not lost. More complex forms use
 * src/web/kit/staff/form/use-contract-form.ts, which visitors do not load. On pages that a first visit may open, the schema is a
 * function that loads it: schemas weigh more than the rest of the page, and are first needed when a field has the focus.
 */
export function useForm<Fields extends Record<string, string>, Output>(
  schema: z.core.$ZodType<Output> | (() => Promise<z.core.$ZodType<Output>>),
  initial: Fields,
) {
  type Name = keyof Fields & string
  const names = Object.keys(initial) as Name[]
  const controls = useRef(new Map<Name, Control>())
  /** Fields that have lost focus once; these are validated while the user types. */
  const touched = useRef(new Set<Name>())
  /** The values of the last submit, and of the last successful save. */
  const sent = useRef<Record<string, string>>(initial)
  const saved = useRef<Record<string, string> | null>(null)
  const [errors, setErrors] = useState<Messages<Fields>>({})
  const [isSubmitting, setSubmitting] = useState(false)

  const read = (): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, controls.current.get(name)?.value ?? initial[name] ?? '']))
  const pressEnd = usePressEnd()
  const loadSchema = async () => (typeof schema === 'function' ? schema() : schema)
  const check = async () => (await loadSchema())['~standard'].validate(read())
  /** Where the schema cannot be loaded, the server validates alone, and the failed call says what happened. */
  const checkOnce = async () =>
    check().catch((error: unknown) => {
      if (typeof schema === 'function') return { value: read() as Output, issues: undefined }
      throw error
    })
  const [checks] = useState(createFieldChecks)

  async function checkField(name: Name) {
    // A schema that cannot be loaded is asked for again at the next check, and at the latest when the form is sent.
    const checked = await checks
      .run(name, async () => {
        await pressEnd()
        return check()
      })
      .catch((error: unknown) => {
        if (typeof schema === 'function') return null
        throw error
      })
    if (checked) setErrors((shown) => ({ ...shown, [name]: messagesOf<Fields>(checked.issues ?? [])[name] }))
  }

  function showErrors(messages: Messages<Fields>) {
    checks.discard()
    for (const name of names) touched.current.add(name)
    setErrors(messages)
    const first = names.find((name) => messages[name] !== undefined)
    if (first) controls.current.get(first)?.focus()
  }

  async function run(handle: (values: Output) => Promise<void>) {
    setSubmitting(true)
    sent.current = read()
    try {
      const checked = await checkOnce()
      if (checked.issues) return showErrors(messagesOf(checked.issues))
      checks.discard()
      setErrors({})
      await handle(checked.value)
    } finally {
      setSubmitting(false)
    }
  }

  return {
    errors,
    isSubmitting,
    /** The props of the field of this name. */
    field: (name: Name) => ({
      name,
      error: errors[name],
      defaultValue: initial[name],
      ref: (control: Control | null) => {
        if (control) controls.current.set(name, control)
        return () => void controls.current.delete(name)
      },
      onFocus: () => {
        if (typeof schema === 'function') void schema().catch(() => {})
      },
      onBlur: () => {
        touched.current.add(name)
        void checkField(name)
      },
      onChange: () => {
        if (touched.current.has(name)) void checkField(name)
      },
    }),
    handleSubmit: (handle: (values: Output) => Promise<void>) => (event: FormEvent) => {
      event.preventDefault()
      if (!isSubmitting) void run(handle)
    },
    /** Shows field errors from the server next to the fields; true when there were any. */
    showFieldErrors(error: unknown): boolean {
      const rejected = Object.entries(fieldErrors(error))
      if (rejected.length > 0) showErrors(Object.fromEntries(rejected) as Messages<Fields>)
      return rejected.length > 0
    },
    /** True when the fields differ from the last saved values. */
    isDirty: () => Object.entries(read()).some(([name, value]) => value !== (saved.current ?? initial)[name]),
    /** Marks the submitted values as saved. */
    markSaved() {
      saved.current = sent.current
    },
    /** Restores the initial values. */
    reset() {
      for (const [name, control] of controls.current) control.value = initial[name] ?? ''
      touched.current.clear()
      checks.discard()
      setErrors({})
    },
  }
}

/** The first message of each field. */
function messagesOf<Fields>(
  issues: readonly { message: string; path?: readonly unknown[] | undefined }[],
): Messages<Fields> {
  return Object.fromEntries(
    issues.toReversed().map(({ message, path }) => [String(path?.[0]), message]),
  ) as Messages<Fields>
}
