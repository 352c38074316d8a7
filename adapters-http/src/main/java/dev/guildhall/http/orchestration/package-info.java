/** Task orchestration over HTTP: tasks, agents, workers outside and workflows. */
package dev.guildhall.http.orchestration;
