/** Administration of the installation (contract 8). */
package dev.guildhall.ports.admin;
