import { useState, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

type Props = {
  hasError: boolean
  className?: string
  onDrop: (files: File[], transfer: DataTransfer) => void
  children: ReactNode
}

/** Takes files that are dropped on it. Dropping is optional: the file input inside works with keyboard and screen reader. */
export function DropZone({ hasError, className, onDrop, children }: Props) {
  const [isOver, setOver] = useState(false)
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const files = [...event.dataTransfer.files]
        if (files.length > 0) onDrop(files, event.dataTransfer)
      }}
      className={classNames(
        'rounded-field border-2 border-dashed p-4 soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        isOver ? 'border-nila bg-nila-50' : hasError ? 'border-mengkudu' : 'border-border',
        className,
      )}
    >
      {children}
    </div>
  )
}
