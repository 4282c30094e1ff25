/** Key of the actor that owns a component's working copy; components that share a repository share it. */
export function keyOf(component: { id: number; linked_component_id: number | null }): string {
  return `component:${component.linked_component_id ?? component.id}`;
}
