/** Distinct numbers in a custom order. They are moved one at a time. */
export class SortedNumbers {
  readonly #compare: (a: number, b: number) => number
  #numbers: Uint32Array
  #length: number

  /** `compare` must not return 0 for two different numbers. */
  constructor(numbers: number[], compare: (a: number, b: number) => number) {
    this.#compare = compare
    this.#numbers = Uint32Array.from(numbers.sort(compare))
    this.#length = numbers.length
  }

  /** Returns the numbers in order, as a view that is valid until the next change. */
  numbers(): Uint32Array {
    return this.#numbers.subarray(0, this.#length)
  }

  insert(number: number): void {
    if (this.#length === this.#numbers.length) {
      const grown = new Uint32Array(Math.max(64, this.#length * 2))
      grown.set(this.#numbers)
      this.#numbers = grown
    }
    const at = this.#placeOf(number)
    this.#numbers.copyWithin(at + 1, at, this.#length)
    this.#numbers[at] = number
    this.#length++
  }

  /** Removes a number. Call while its keys are those of its insertion. Ignores a missing number. */
  remove(number: number): void {
    const at = this.#placeOf(number)
    if (at === this.#length || this.#numbers[at] !== number) return
    this.#numbers.copyWithin(at, at + 1, this.#length)
    this.#length--
  }

  /** Returns the first position whose number does not come before this one. */
  #placeOf(number: number): number {
    let low = 0
    let high = this.#length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(this.#numbers[middle] as number, number) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
