/** Groups and their members (spec/1, contract 1). */
package dev.guildhall.ports.group;
