/** Search by meaning; shared by the tools and the memories (contract 2 and 4). */
package dev.guildhall.ports.search;
