import * as z from 'zod/mini';
import { markup, type Html } from '../../core/markup.ts';
import type { CallApi } from '../http/router.ts';
import { dataTable, shownDate } from './layout.ts';

const tokenList = z.object({
  userTokens: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      createdAt: z.string(),
      lastConnectionDate: z.optional(z.string()),
      project: z.optional(z.object({ key: z.string() })),
    }),
  ),
});

const typeNames: Readonly<Record<string, string>> = {
  USER_TOKEN: 'User token',
  PROJECT_ANALYSIS_TOKEN: 'Project analysis token',
  GLOBAL_ANALYSIS_TOKEN: 'Global analysis token',
};

type Token = z.output<typeof tokenList>['userTokens'][number];

/** Returns the list of tokens. `newToken` is a token that was just created; it is shown only this once. */
export async function tokensView(callApi: CallApi, newToken?: string): Promise<Html> {
  const { userTokens } = tokenList.parse(await callApi('user_tokens/search'));
  return markup`${
    newToken !== undefined &&
    markup`<p role="status">
        Copy the new token now. It is not shown again: <code class="token">${newToken}</code>
      </p>`
  }
    <form method="post">
      <h2>New token</h2>
      <label>Name <input name="name" required maxlength="100" /></label>
      <label
        >Type
        <select name="type">
          ${Object.entries(typeNames).map(([type, name]) => markup`<option value="${type}">${name}</option>`)}
        </select></label
      >
      <label>Project key (for a project analysis token) <input name="projectKey" /></label>
      <button>Generate</button>
    </form>
    <h2>Tokens</h2>
    ${dataTable('Tokens', ['Name', 'Type', 'Created', 'Last used', 'Actions'], userTokens.map(tokenRow))}`;
}

const tokenRow = ({ name, type, createdAt, lastConnectionDate, project }: Token): Html =>
  markup`<tr>
    <th scope="row">${name}</th>
    <td>${typeNames[type] ?? type}${project && ` (${project.key})`}</td>
    <td>${shownDate(createdAt)}</td>
    <td>${shownDate(lastConnectionDate ?? 'never')}</td>
    <td>
      <form class="actions" method="post" action="/account/security/revoke">
        <button name="name" value="${name}">Revoke</button>
      </form>
    </td>
  </tr>`;

/** Returns the sign-in form. `target` is the path that the user wanted to see. */
export const signInView = (target: string, isWrong: boolean): Html =>
  markup`${isWrong && markup`<p role="alert">The login or the password is wrong.</p>`}
    <form method="post" action="/login">
      <input type="hidden" name="target" value="${target}" />
      <label>Login <input name="login" required autocomplete="username" autofocus /></label>
      <label
        >Password <input name="password" type="password" required autocomplete="current-password"
      /></label>
      <button>Sign in</button>
    </form>`;

/** A form allows an editor to get a token, because a mere link could be followed for the user. */
export const handOverView = (ideName: string, port: string): Html =>
  markup`<p>
      ${ideName} requests a token with all your rights. Allow it only if you have just requested it there.
    </p>
    <form method="post">
      <input type="hidden" name="ideName" value="${ideName}" /><input
        type="hidden"
        name="port"
        value="${port}"
      /><button>Allow</button>
    </form>`;
