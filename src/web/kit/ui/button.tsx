import type { ComponentProps, MouseEvent } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classNames } from './class-names.ts'
import { Spinner } from './feedback/spinner.tsx'

type ButtonVariant = 'primary' | 'buy' | 'outline' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'
type Look = { variant?: ButtonVariant; size?: ButtonSize; block?: boolean }

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-nila text-on-nila hover:bg-nila-hover shadow-card',
  buy: 'bg-kunyit text-on-kunyit hover:bg-kunyit-hover shadow-card',
  outline: 'border border-border bg-surface text-ink hover:border-ink hover:bg-sunken',
  ghost: 'text-nila hover:bg-nila-50',
  danger: 'bg-mengkudu text-on-mengkudu hover:bg-mengkudu-hover shadow-card',
}
const sizes: Record<ButtonSize, string> = {
  sm: 'hit-44 min-h-9 px-[min(0.875rem,4vw)] py-1 text-sm',
  md: 'min-h-11 px-[min(1.25rem,5.6vw)] py-1.5 text-[0.9375rem]',
  lg: 'min-h-13 px-[min(1.5rem,6.7vw)] py-2 text-base',
}

/** Button styles for other elements (a `<summary>`, a plain `<a>`). */
export function buttonClass({ variant = 'primary', size = 'md', block = false }: Look = {}): string {
  return classNames(
    'relative inline-flex items-center justify-center gap-2 rounded-button text-center font-bold tracking-[-0.01em] select-none',
    // Long labels wrap only where the screen is narrow for the size of the text.
    'whitespace-nowrap max-[24rem]:whitespace-normal',
    'soft press disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-progress',
    variants[variant],
    sizes[size],
    block && 'w-full',
  )
}

export type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** An action is running: the button keeps its width and the focus, and cannot be pressed. */ busy?: boolean
  }

export function Button({ variant, size, block, busy = false, className, children, onClick, ...rest }: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    // Also blocks Enter in a field, which browsers submit as a click on the submit button.
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true })}
      onClick={press}
      className={classNames(buttonClass(look({ variant, size, block })), className)}
    >
      <span className={classNames('inline-flex items-center justify-center gap-2', busy && 'opacity-0')}>
        {children}
      </span>
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
          <span className="sr-only">Memproses…</span>
        </span>
      )}
    </button>
  )
}

export type ButtonLinkProps = LinkProps & Look

export function ButtonLink({ variant, size, block, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={classNames(buttonClass(look({ variant, size, block })), className)} />
}

type LooseLook = { [Name in keyof Look]: Look[Name] | undefined }

/** Omits undefined properties, as `exactOptionalPropertyTypes` requires. */
function look({ variant, size, block }: LooseLook): Look {
  return { ...(variant && { variant }), ...(size && { size }), ...(block && { block }) }
}
