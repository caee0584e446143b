import { useRef, useState, type FocusEvent, type FormEvent } from 'react'
import type * as z from 'zod/mini'
import { failureStatus, fieldErrors, serverMessage } from '#contract/client.ts'

type Control = HTMLInputElement | HTMLTextAreaElement
type Messages<Fields> = Partial<Record<keyof Fields & string, string>>

/**
 * A form of text fields that checks with the endpoint's own input schema: on leaving a field, then on every change.
 * The fields keep what is typed themselves, so nothing is lost that was typed (or filled in) before scripts ran. Forms with more than
 * that have staff-kit/use-contract-form.ts, which visitors do not load.
 */
export function useForm<Fields extends Record<string, string>, Output>(schema: z.core.$ZodType<Output>, initial: Fields) {
  type Name = keyof Fields & string
  const names = Object.keys(initial) as Name[]
  const controls = useRef(new Map<Name, Control>())
  /** Fields that were left once: they are checked while one types. */
  const touched = useRef(new Set<Name>())
  /** What was sent last, and what of it was kept. */
  const sent = useRef<Record<string, string>>(initial)
  const saved = useRef<Record<string, string> | null>(null)
  const [errors, setErrors] = useState<Messages<Fields>>({})
  const [isSubmitting, setSubmitting] = useState(false)

  const read = (): Record<string, string> => Object.fromEntries(names.map((name) => [name, controls.current.get(name)?.value ?? initial[name] ?? '']))
  const check = async () => schema['~standard'].validate(read())

  async function checkField(name: Name) {
    const { issues = [] } = await check()
    setErrors((shown) => ({ ...shown, [name]: messagesOf<Fields>(issues)[name] }))
  }

  function showErrors(messages: Messages<Fields>) {
    for (const name of names) touched.current.add(name)
    setErrors(messages)
    const first = names.find((name) => messages[name] !== undefined)
    if (first) controls.current.get(first)?.focus()
  }

  async function run(handle: (values: Output) => Promise<void>) {
    setSubmitting(true)
    sent.current = read()
    try {
      const checked = await check()
      if (checked.issues) return showErrors(messagesOf(checked.issues))
      setErrors({})
      await handle(checked.value)
    } finally {
      setSubmitting(false)
    }
  }

  return {
    errors,
    isSubmitting,
    register: (name: Name) => ({
      name,
      defaultValue: initial[name],
      ref: (control: Control | null) => {
        if (control) controls.current.set(name, control)
        return () => void controls.current.delete(name)
      },
      onBlur: ({ relatedTarget }: FocusEvent) => {
        touched.current.add(name)
        // On the way to the form's button nothing moves it away from under the finger: pressing it checks everything.
        if (!(relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit')) void checkField(name)
      },
      onChange: () => {
        if (touched.current.has(name)) void checkField(name)
      },
    }),
    handleSubmit: (handle: (values: Output) => Promise<void>) => (event: FormEvent) => {
      event.preventDefault()
      if (!isSubmitting) void run(handle)
    },
    /** Puts what the server refused beside the fields; true when it did. */
    showFieldErrors(error: unknown): boolean {
      const refused = Object.entries(fieldErrors(error))
      if (refused.length > 0) showErrors(Object.fromEntries(refused) as Messages<Fields>)
      return refused.length > 0
    },
    /** Is anything typed that was not kept? */
    isDirty: () => Object.entries(read()).some(([name, value]) => value !== (saved.current ?? initial)[name]),
    /** What was sent is kept now. */
    markSaved() {
      saved.current = sent.current
    },
    /** Back to how the form began. */
    reset() {
      for (const [name, control] of controls.current) control.value = initial[name] ?? ''
      touched.current.clear()
      setErrors({})
    },
  }
}

/** The first message of each field. */
function messagesOf<Fields>(issues: readonly { message: string; path?: readonly unknown[] | undefined }[]): Messages<Fields> {
  return Object.fromEntries(issues.toReversed().map(({ message, path }) => [String(path?.[0]), message])) as Messages<Fields>
}

/** The server's words, else the page's own for a failure that never reached it. */
export function failureText(error: unknown, fallback: string, connectionFailed: string): string {
  return serverMessage(error) ?? (failureStatus(error) === null && !navigatorIsFine(error) ? connectionFailed : fallback)
}

const navigatorIsFine = (error: unknown): boolean =>
  !(error instanceof TypeError || (error instanceof DOMException && ['TimeoutError', 'AbortError'].includes(error.name)))
