// The state at every event: patches forwards, inverses backwards, checkpoints for long ways.
// Rows are replaced and never changed, so a row that is the same object has not changed.

const CHECKPOINT = 500;

class Course {
  constructor(start, events) {
    this.events = events;
    this.rows = start;
    this.at = 0;
    this.checkpoints = [start];
    this.walk(events.length);
    this.seek(0);
  }

  get length() {
    return this.events.length;
  }

  // The rows after event n; 0 is the start.
  seek(n) {
    const target = Math.max(0, Math.min(this.length, Math.round(n) || 0));
    const number = Math.min(Math.round(target / CHECKPOINT), this.checkpoints.length - 1);
    if (Math.abs(target - number * CHECKPOINT) < Math.abs(target - this.at)) {
      this.at = number * CHECKPOINT;
      this.rows = this.checkpoints[number];
    }
    this.walk(target);
    return this.rows;
  }

  // Event by event to another one.
  walk(target) {
    const rows = { ...this.rows };
    while (this.at < target) {
      patched(rows, this.events[this.at].patch);
      this.at += 1;
      if (this.at === this.checkpoints.length * CHECKPOINT) this.checkpoints.push({ ...rows });
    }
    while (this.at > target) {
      this.at -= 1;
      patched(rows, this.events[this.at].inverse);
    }
    this.rows = rows;
  }
}

function patched(rows, patch) {
  for (const row in patch) rows[row] = { ...rows[row], ...patch[row] };
}

// The phases of a battle by their first events.
class Chapters {
  constructor(chapters) {
    this.chapters = chapters;
    this.turns = chapters.filter(([, round, side], i) => {
      const before = chapters[i - 1];
      return !before || before[1] !== round || before[2] !== side;
    });
  }

  static last(list, n) {
    let low = 0, high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle][0] <= n) low = middle + 1; else high = middle;
    }
    return low - 1;
  }

  // The chapter that holds an event, undefined before the first.
  holding(n) {
    return this.chapters[Chapters.last(this.chapters, n)];
  }

  // The first event of the turn that holds an event.
  turnOf(n) {
    return this.turns[Chapters.last(this.turns, n)]?.[0] ?? 0;
  }

  turnBefore(n) {
    return this.turnOf(Math.max(0, this.turnOf(n) - 1));
  }

  turnAfter(n, end) {
    return this.turns[Chapters.last(this.turns, n) + 1]?.[0] ?? end;
  }
}
