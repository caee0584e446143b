type Measure = (text: string) => number

/** How many lines a text takes, broken between words. `width` is in units of the font size. */
export function countLines(text: string, width: number, measure: Measure): number {
  const space = measure(' ')
  let lines = 0
  for (const paragraph of text.split('\n')) {
    let used = 0
    lines++
    for (const word of paragraph.split(' ')) {
      const added = measure(word)
      if (used > 0 && used + space + added > width) {
        lines++
        used = added
      } else used += (used > 0 ? space : 0) + added
    }
  }
  return lines
}

/** The largest scale, at most 1, with which something fits a height. `heightAt` grows with the scale. */
export function fitHeight(available: number, heightAt: (scale: number) => number): number {
  for (let scale = 1; scale > 0.3; scale -= 0.04) if (heightAt(scale) <= available) return scale
  return 0.3
}
