import { archiveEndpoints } from './archives.ts';
import { autotranslateEndpoints } from './autotranslate.ts';
import { categoryEndpoints } from './categories.ts';
import { changeEndpoints } from './changes.ts';
import { commentEndpoints } from './comments.ts';
import { componentListMemberEndpoints } from './component-list-members.ts';
import { componentListEndpoints } from './component-lists.ts';
import { componentSettingEndpoints } from './component-settings.ts';
import { componentEndpoints } from './components.ts';
import { fileEndpoints } from './files.ts';
import type { Endpoint } from './http/endpoint.ts';
import { labelEndpoints } from './labels.ts';
import { languageEndpoints } from './languages.ts';
import { linkEndpoints } from './links.ts';
import { lockEndpoints } from './locks.ts';
import { metricsEndpoints } from './metrics.ts';
import { projectDetailEndpoints } from './project-details.ts';
import { projectMetricsEndpoints } from './project-metrics.ts';
import { projectEndpoints } from './projects.ts';
import { repositoryEndpoints } from './repositories.ts';
import { rootEndpoints } from './root.ts';
import { schemaEndpoints } from './schema.ts';
import { screenshotFileEndpoints } from './screenshot-files.ts';
import { screenshotUnitEndpoints } from './screenshot-units.ts';
import { screenshotEndpoints } from './screenshots.ts';
import { stringEndpoints } from './strings.ts';
import { suggestionEndpoints } from './suggestions.ts';
import { taskEndpoints } from './tasks.ts';
import { translationWriteEndpoints } from './translation-write.ts';
import { translationEndpoints } from './translations.ts';
import { unitEndpoints } from './units.ts';
import { userEndpoints } from './users.ts';

const resources: readonly Endpoint[] = [
  ...rootEndpoints,
  ...archiveEndpoints,
  ...autotranslateEndpoints,
  ...categoryEndpoints,
  ...changeEndpoints,
  ...commentEndpoints,
  ...componentEndpoints,
  ...componentListEndpoints,
  ...componentListMemberEndpoints,
  ...componentSettingEndpoints,
  ...fileEndpoints,
  ...labelEndpoints,
  ...languageEndpoints,
  ...linkEndpoints,
  ...lockEndpoints,
  ...metricsEndpoints,
  ...projectEndpoints,
  ...projectDetailEndpoints,
  ...projectMetricsEndpoints,
  ...repositoryEndpoints,
  ...screenshotEndpoints,
  ...screenshotFileEndpoints,
  ...screenshotUnitEndpoints,
  ...stringEndpoints,
  ...suggestionEndpoints,
  ...taskEndpoints,
  ...translationEndpoints,
  ...translationWriteEndpoints,
  ...unitEndpoints,
  ...userEndpoints,
];

/** Every endpoint of the API, resource by resource. */
export const apiEndpoints: readonly Endpoint[] = [...resources, ...schemaEndpoints(resources)];
