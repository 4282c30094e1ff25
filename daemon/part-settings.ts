import type { RepositoryPolicy } from '../actors/repository-guard.ts';
import type { ComponentServices } from '../actors/workplace.ts';
import type { ApiConfig } from '../routes/http/services.ts';
import type { Config } from './config.ts';
import type { DataFolder } from './data-folder.ts';

/** What the jobs of components take from the configuration and the data folder. */
export function componentSettings(
  config: Config,
  data: DataFolder,
): Omit<ComponentServices, 'db' | 'pool' | 'runner' | 'version'> {
  return {
    vcsFolder: data.vcs,
    repositories: repositoryPolicy(config, data),
    secretKey: data.secretKey,
    committer: config.committer,
    siteTitle: config.siteTitle,
    siteUrl: config.url,
  };
}

/** What the API takes. */
export function apiSettings(config: Config, data: DataFolder): Omit<ApiConfig, 'version'> {
  const { url, pageSize, throttle, siteTitle } = config;
  const folders = {
    uploadsFolder: data.uploads,
    screenshotsFolder: data.screenshots,
    vcsFolder: data.vcs,
  };
  return { url, pageSize, throttle, siteTitle, ...folders };
}

/** Which repositories may be used; those of the demo always. */
export function repositoryPolicy({ allowLocalRepositories }: Config, data: DataFolder): RepositoryPolicy {
  return { allowLocal: allowLocalRepositories, demoFolder: data.demo };
}
