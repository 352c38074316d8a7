/** What agents remember about a user beyond one conversation (spec/2 agent service, contract 4). */
package dev.guildhall.ports.memory;
