/** Task orchestration over HTTP: tasks, agents, workers outside and workflows (spec/3, contract 6). */
package dev.guildhall.http.orchestration;
