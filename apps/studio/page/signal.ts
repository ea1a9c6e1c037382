/** Something that others want to hear of. */
export class Signal<T = void> {
  private readonly listeners: ((value: T) => void)[] = [];
  listen(listener: (value: T) => void): void {
    this.listeners.push(listener);
  }
  tell(value: T): void {
    for (const listener of this.listeners) listener(value);
  }
}
