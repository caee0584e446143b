import { Fragment } from 'react'
import { classNames } from './class-names.ts'
import { textBlocks, type TextBlock } from './text-blocks.ts'

/** Text that somebody wrote without formatting, with its paragraphs, line ends and lists. */
export function PlainText({ text, className }: { text: string; className?: string | undefined }) {
  return (
    <div className={classNames('grid gap-4 text-ink-2', className)}>
      {textBlocks(text).map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- Blocks are only replaced together.
        <Block key={index} block={block} />
      ))}
    </div>
  )
}

function Block({ block: { kind, lines, numbers } }: { block: TextBlock }) {
  if (kind === 'paragraph') {
    return (
      <p>
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- Lines are only replaced together.
          <Fragment key={index}>
            {index > 0 && <br />}
            {line}
          </Fragment>
        ))}
      </p>
    )
  }
  const List = kind === 'bullets' ? 'ul' : 'ol'
  return (
    <List className={classNames('grid gap-1.5 pl-6', kind === 'bullets' ? 'list-disc' : 'list-decimal')}>
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- Entries are only replaced together.
        <li key={index} value={numbers?.[index]}>
          {line}
        </li>
      ))}
    </List>
  )
}
