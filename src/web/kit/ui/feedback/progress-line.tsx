/** A line at the top of the screen while a page, or the code of a dialog, is loading. */
export const ProgressLine = () => <div className="progress-line" aria-hidden />
