/** A set of row numbers, one bit each. 100,000 deals take 12 kB, and comparing two sets takes microseconds. */
export class NumberSet {
  #bits = new Uint32Array(64)

  add(number: number): void {
    const word = number >>> 5
    if (word >= this.#bits.length) {
      const grown = new Uint32Array(Math.max(word + 1, this.#bits.length * 2))
      grown.set(this.#bits)
      this.#bits = grown
    }
    this.#bits[word] = (this.#bits[word] as number) | (1 << (number & 31))
  }

  delete(number: number): void {
    const word = number >>> 5
    if (word < this.#bits.length) this.#bits[word] = (this.#bits[word] as number) & ~(1 << (number & 31))
  }

  has(number: number): boolean {
    return ((this.#bits[number >>> 5] ?? 0) & (1 << (number & 31))) !== 0
  }

  and(other: NumberSet): NumberSet {
    return this.#combined((own, word) => own & (other.#bits[word] ?? 0))
  }

  or(other: NumberSet): NumberSet {
    const [shorter, longer] = this.#bits.length < other.#bits.length ? [this, other] : [other, this]
    return longer.#combined((own, word) => own | (shorter.#bits[word] ?? 0))
  }

  without(other: NumberSet): NumberSet {
    return this.#combined((own, word) => own & ~(other.#bits[word] ?? 0))
  }

  size(): number {
    let size = 0
    for (const word of this.#bits) for (let left = word; left !== 0; left &= left - 1) size++
    return size
  }

  numbers(): number[] {
    const numbers: number[] = []
    for (let word = 0; word < this.#bits.length; word++) {
      for (let left = this.#bits[word] as number; left !== 0; left &= left - 1)
        numbers.push(word * 32 + 31 - Math.clz32(left & -left))
    }
    return numbers
  }

  /** Counts how many of the set's numbers belong to each class. `classOf` contains the class of each number. */
  tally(classOf: Uint8Array, classes: number): Uint32Array {
    const tally = new Uint32Array(classes)
    for (let word = 0; word < this.#bits.length; word++) {
      for (let left = this.#bits[word] as number; left !== 0; left &= left - 1) {
        const one = classOf[word * 32 + 31 - Math.clz32(left & -left)] as number
        tally[one] = (tally[one] as number) + 1
      }
    }
    return tally
  }

  #combined(combine: (own: number, word: number) => number): NumberSet {
    const combined = new NumberSet()
    combined.#bits = this.#bits.map(combine)
    return combined
  }
}

/** Distinct numbers in the order of a comparison function. Numbers are inserted and removed one at a time. */
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

  /**
   * Returns the numbers in order. The returned array shares its memory with this object, so use it only until the next insertion or
   * removal.
   */
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

  /**
   * Removes a number, or does nothing if it is missing. Call this before the number's sort keys change, because this method finds the
   * number's position with these keys.
   */
  remove(number: number): void {
    const at = this.#placeOf(number)
    if (at === this.#length || this.#numbers[at] !== number) return
    this.#numbers.copyWithin(at, at + 1, this.#length)
    this.#length--
  }

  /** Returns the position of `number`, or the position at which it would be inserted. */
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
