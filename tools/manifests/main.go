// Command manifests checks the form of what deploy/ holds for other programs: Kubernetes manifests (.yaml), Prometheus alert
// rules (.yml) and Grafana dashboards (.json). It says nothing about what those programs would make of them.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	"sigs.k8s.io/yaml"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: manifests FILE...")
		os.Exit(2)
	}
	for _, file := range os.Args[1:] {
		raw, err := os.ReadFile(file)
		n := 0
		if err == nil {
			switch filepath.Ext(file) {
			case ".yaml":
				n, err = kubernetes(raw)
			case ".yml":
				n, err = rules(raw)
			case ".json":
				n, err = dashboard(raw)
			default:
				err = errors.New("want .yaml (Kubernetes), .yml (alert rules) or .json (dashboard)")
			}
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", file, err)
			os.Exit(1)
		}
		fmt.Printf("%s: %d parts are well formed\n", file, n)
	}
}

// kubernetes reads manifests as the API server would: every document must be of a kind that is known here, and may have
// no field that the kind lacks, none twice and none of a wrong type.
func kubernetes(raw []byte) (n int, err error) {
	for _, document := range bytes.Split(raw, []byte("\n---\n")) {
		n++
		if err := one(document); err != nil {
			return n, fmt.Errorf("document %d: %w", n, err)
		}
	}
	return n, nil
}

func one(document []byte) error {
	var head struct{ APIVersion, Kind string }
	if err := yaml.Unmarshal(document, &head); err != nil {
		return err
	}
	kinds := map[string]any{
		"apps/v1 Deployment":            &appsv1.Deployment{},
		"v1 Service":                    &corev1.Service{},
		"policy/v1 PodDisruptionBudget": &policyv1.PodDisruptionBudget{},
	}
	into, known := kinds[head.APIVersion+" "+head.Kind]
	if !known {
		return fmt.Errorf("%s %s is not known here", head.APIVersion, head.Kind)
	}
	if err := yaml.UnmarshalStrict(document, into); err != nil {
		return err
	}
	if d, ok := into.(*appsv1.Deployment); ok {
		return deployment(d)
	}
	return nil
}

// deployment finds what the API server refuses in addition: a selector that misses its own pods, a probe of an unnamed
// port.
func deployment(d *appsv1.Deployment) error {
	if d.Spec.Selector == nil {
		return errors.New("spec.selector is missing")
	}
	for key, value := range d.Spec.Selector.MatchLabels {
		if d.Spec.Template.Labels[key] != value {
			return fmt.Errorf("spec.selector: the pods have no label %s=%s", key, value)
		}
	}
	for _, c := range d.Spec.Template.Spec.Containers {
		ports := map[string]bool{}
		for _, p := range c.Ports {
			ports[p.Name] = true
		}
		for name, probe := range map[string]*corev1.Probe{"livenessProbe": c.LivenessProbe, "readinessProbe": c.ReadinessProbe, "startupProbe": c.StartupProbe} {
			if probe == nil || probe.HTTPGet == nil {
				return fmt.Errorf("container %s has no %s", c.Name, name)
			}
			if !ports[probe.HTTPGet.Port.StrVal] {
				return fmt.Errorf("container %s: %s asks port %q, which has no name", c.Name, name, probe.HTTPGet.Port.String())
			}
		}
	}
	return nil
}
