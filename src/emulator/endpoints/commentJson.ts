import type { Rights } from '../auth/rights.ts';
import { formatDate } from '../http/dates.ts';
import { escapeHtml } from '../http/escapeHtml.ts';
import type { Json } from '../http/json.ts';

/** A comment of an issue or of a hotspot. */
interface Comment {
  readonly id: string;
  readonly login: string;
  readonly markdown: string;
  readonly createdAt: number;
}

export const commentJson = (rights: Rights, { id, login, markdown, createdAt }: Comment): Json => ({
  key: id,
  login,
  htmlText: escapeHtml(markdown),
  markdown,
  updatable: login === rights.user?.login,
  createdAt: formatDate(createdAt),
});
